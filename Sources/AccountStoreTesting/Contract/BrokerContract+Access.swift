import AccountModel

extension BrokerContract {
    static let access = [
        BrokerContract("a program without a grant sees nothing and is told the command") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            let program = try await setting.program()
            let seen = try await program.accounts(of: nil)
            try hold(seen.isEmpty, "it sees \(seen)")
            let error = try await refuses(.accessDenied, "a signature") {
                _ = try await program.sign(setting.request(), as: alice.id)
            }
            let command = "acctstore grant \(setting.programIdentity.shown) 1"
            try hold(error.nextStep == command, "the next step is \(error.nextStep ?? "none"), not \(command)")
            try hold(error.message.contains(alice.label), error.message)
        },
        BrokerContract("a program cannot find out which accounts there are that it may not see") { setting in
            let terminal = try await setting.terminal()
            _ = try await setting.add("alice", id: "1", to: terminal)
            let program = try await setting.program()
            for name in ["alice", "carol"] {
                let error = try await refuses(.accessDenied, "a look for \(name)") {
                    _ = try await program.select(.name(name), of: nil, for: [])
                }
                let words = "has no grant that shows it an account @\(name)"
                try hold(error.message.hasSuffix(words), error.message)
            }
            try await refuses(.noSuchAccount, "the person's look for carol") {
                _ = try await terminal.select(.name("carol"), of: nil, for: [])
            }
        },
        BrokerContract("a grant works at once, and so does taking it back") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            let program = try await setting.program()
            let kept = try await terminal.grant(
                GrantRequest(
                    program: setting.programIdentity, target: .selected(nil), permissions: [.read, .write],
                    decision: .allow))
            try hold(kept.account == alice && kept.grant.decision == .allow, "kept \(kept)")
            let seen = try await program.accounts(of: nil)
            try hold(seen == [alice], "it sees \(seen)")
            _ = try await program.sign(setting.request("POST"), as: alice.id)
            let revoked = try await terminal.revoke(setting.programIdentity, target: .selected(.number(1)))
            try hold(revoked == 1, "revoked \(revoked)")
            try await refuses(.accessDenied, "a signature after that") {
                _ = try await program.sign(setting.request(), as: alice.id)
            }
        },
        BrokerContract("a grant for reading is none for writing") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            let program = try await setting.program()
            _ = try await terminal.grant(
                GrantRequest(
                    program: setting.programIdentity, target: .service(setting.service), permissions: .read,
                    decision: .allow))
            _ = try await program.sign(setting.request("GET"), as: alice.id)
            try await refuses(.accessDenied, "writing") {
                _ = try await program.sign(setting.request("POST"), as: alice.id)
            }
        },
        BrokerContract("a denial about an account beats an allowance for the service") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            let bob = try await setting.add("bob", id: "2", to: terminal)
            let program = try await setting.program()
            for (target, decision) in [
                (GrantTarget.service(setting.service), Grant.Decision.allow), (.selected(.name("alice")), .deny),
            ] {
                _ = try await terminal.grant(
                    GrantRequest(
                        program: setting.programIdentity, target: target, permissions: [.read, .write],
                        decision: decision))
            }
            _ = try await program.sign(setting.request(), as: bob.id)
            try await refuses(.accessDenied, "the account denied") {
                _ = try await program.sign(setting.request(), as: alice.id)
            }
        },
        BrokerContract("grants are listed, and removing an account removes its own") { setting in
            let terminal = try await setting.terminal()
            _ = try await setting.add("alice", id: "1", to: terminal)
            for target in [GrantTarget.service(setting.service), .selected(nil)] {
                _ = try await terminal.grant(
                    GrantRequest(
                        program: setting.programIdentity, target: target, permissions: .read, decision: .allow))
            }
            let before = try await terminal.grants().map(\.account?.number)
            try hold(before == [nil, 1], "listed for \(before)")
            _ = try await terminal.remove(.number(1), revoke: false, confirmed: true)
            let after = try await terminal.grants().map(\.account?.number)
            try hold(after == [nil], "listed after the removal for \(after)")
        },
        BrokerContract("taking back what was not granted is no error") { setting in
            let terminal = try await setting.terminal()
            let revoked = try await terminal.revoke(setting.programIdentity, target: .everything)
            try hold(revoked == 0, "revoked \(revoked)")
        },
        BrokerContract("a program may not use the person's commands") { setting in
            let terminal = try await setting.terminal()
            _ = try await setting.add("alice", id: "1", to: terminal)
            let program = try await setting.program()
            try await refuses(.accessDenied, "a grant to itself") {
                _ = try await program.grant(
                    GrantRequest(
                        program: setting.programIdentity, target: .selected(nil), permissions: .read, decision: .allow))
            }
            try await refuses(.accessDenied, "a removal") {
                _ = try await program.remove(.number(1), revoke: false, confirmed: true)
            }
            try await refuses(.accessDenied, "the list of grants") { _ = try await program.grants() }
        },
    ]

    static let requests = [
        BrokerContract("a request is signed as the account that is picked, under the rules of both") { setting in
            let terminal = try await setting.terminal()
            _ = try await setting.add("alice", id: "1", to: terminal)
            let bob = try await setting.add("bob", id: "2", makeDefault: true, to: terminal)
            let signed = try await terminal.sign(setting.request("POST"), asSelected: nil, of: nil)
            try hold(signed.account == bob, "signed as \(signed.account)")
            let header = signed.request.headers[field: "Authorization"] ?? ""
            try hold(header.contains("oauth_signature="), "the header is \(header)")
            try await refuses(.noSuchAccount, "carol") {
                _ = try await terminal.sign(setting.request(), asSelected: .name("carol"), of: nil)
            }
            let program = try await setting.program()
            try await refuses(.accessDenied, "a program without a grant") {
                _ = try await program.sign(setting.request(), asSelected: .number(2), of: nil)
            }
        },
        BrokerContract("a signed request carries a signature and no secret") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            let signed = try await terminal.sign(setting.request("POST"), as: alice.id)
            let header = signed.headers[field: "Authorization"] ?? ""
            try hold(header.hasPrefix("OAuth ") && header.contains("oauth_signature="), "the header is \(header)")
            try hold(!header.contains("ts-alice") && !header.contains("\"cs\""), "the header has a secret in it")
            try hold(signed.body == Array("a=1".utf8), "the body is \(signed.body ?? [])")
        },
        BrokerContract("only URLs of the account's own service are signed") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            try await refuses(.urlNotAllowed, "another host") {
                _ = try await terminal.sign(
                    UnsignedRequest(method: "GET", url: "https://elsewhere.example/"), as: alice.id)
            }
        },
        BrokerContract("an id that no account has is an error") { setting in
            let terminal = try await setting.terminal()
            guard let id = AccountID("0a0a0a0a-0000-4000-8000-000000000000") else { return }
            try await refuses(.noSuchAccount, "a signature") {
                _ = try await terminal.sign(setting.request(), as: id)
            }
        },
        BrokerContract("an app is for who may use every account of its service, and has to be kept") { setting in
            let terminal = try await setting.terminal()
            let missing = try await refuses(.notConfigured, "an app that is not kept") {
                _ = try await terminal.perform(setting.request(), body: nil, as: .app("default"))
            }
            let set = "acctstore app set \(setting.service) --key KEY"
            try hold(missing.nextStep == set, "the next step is \(missing.nextStep ?? "none"), not \(set)")
            let program = try await setting.program()
            let error = try await refuses(.accessDenied, "a program without a grant") {
                _ = try await program.perform(setting.request(), body: nil, as: .app("default"))
            }
            let command = "acctstore grant \(setting.programIdentity.shown) '\(setting.service):*'"
            try hold(error.nextStep == command, "the next step is \(error.nextStep ?? "none"), not \(command)")
            _ = try await terminal.grant(
                GrantRequest(
                    program: setting.programIdentity, target: .service(setting.service), permissions: .read,
                    decision: .allow))
            try await refuses(.notConfigured, "a program with one") {
                _ = try await program.perform(setting.request(), body: nil, as: .app("default"))
            }
        },
        BrokerContract("what is not signed needs no grant, and goes only where a service is described") { setting in
            let program = try await setting.program()
            for sender in [RequestSender.nobody, .app("default")] {
                try await refuses(.urlNotAllowed, "another host") {
                    _ = try await program.perform(
                        UnsignedRequest(method: "GET", url: "https://elsewhere.example/"), body: nil, as: sender)
                }
            }
            do throws(BrokerError) {
                _ = try await program.perform(setting.request(), body: nil, as: .nobody)
            } catch {
                try hold(error.code != .accessDenied, error.message)
            }
        },
        BrokerContract("what stands in the way is told without a question, and to a program nothing of others") {
            setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            let overview = try await terminal.overview(nil, of: nil)
            try hold(
                overview.acting == alice && overview.reason == .only && overview.trouble == nil, "it is \(overview)")
            let known = await terminal.names()
            try hold(known.accounts == [alice] && known.services.contains(setting.service), "names are \(known)")
            let program = try await setting.program()
            let denied = try await program.overview(nil, of: nil)
            try hold(denied.trouble?.code == .accessDenied && denied.accounts.isEmpty, "a program is told \(denied)")
            let names = await program.names()
            try hold(names.accounts.isEmpty && names.programs.isEmpty, "a program is told \(names)")
        },
        BrokerContract("what a service says of an account is kept, unless it speaks of another person") { setting in
            let terminal = try await setting.terminal()
            var alice = try await setting.add("alice", id: "1", to: terminal)
            try await terminal.noteRejectedCredential(of: alice.id)
            alice.username = "alicia"
            let learnt = try await terminal.learn(
                VerifiedPerson(userID: "1", username: "alicia"), of: alice.id, merging: false)
            try hold(learnt == .stored(alice), "it is \(learnt)")
            try await refuses(.serviceRefused, "another person") {
                _ = try await terminal.learn(
                    VerifiedPerson(userID: "2", username: "bob"), of: alice.id, merging: false)
            }
            let program = try await setting.program()
            try await refuses(.accessDenied, "a program without a grant") {
                _ = try await program.learn(
                    VerifiedPerson(userID: "1", username: "x"), of: alice.id, merging: false)
            }
        },
        BrokerContract("a service says how to speak to it") { setting in
            let profile = try await setting.terminal().profile(of: setting.service)
            try hold(profile.service == setting.service && setting.url.hasPrefix(profile.api), "it is \(profile)")
        },
    ]
}
