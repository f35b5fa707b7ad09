import AccountModel
import Glibc

extension BrokerContract {
    static let credentials = [
        BrokerContract("a credential is given to whom it was granted, as one form in a sealed file") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            let program = try await setting.program()
            _ = try await terminal.grant(
                GrantRequest(
                    program: setting.programIdentity, target: .selected(nil), permissions: .reveal, decision: .allow))
            let file = try await program.credential(of: alice.id)
            let text = TextInput.contents(of: file)
            let wanted =
                "oauth_token=tk-alice&oauth_token_secret=ts-alice&consumer_key=ck&consumer_secret=cs"
                + "&signature_method=HMAC-SHA1&service=\(setting.service)&user_id=1&screen_name=alice"
            try hold(text == wanted, "it is \(text)")
            // SAFETY: one byte of a live array.
            let written = unsafe write(file.rawValue, [0 as UInt8], 1)
            try hold(written < 0, "it can be written to")
            try hold(ftruncate(file.rawValue, 1) < 0, "it can be cut")
        },
        BrokerContract("a grant to read and write is none for the credential, and the right one is named") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            let program = try await setting.program()
            _ = try await terminal.grant(
                GrantRequest(
                    program: setting.programIdentity, target: .service(setting.service), permissions: [.read, .write],
                    decision: .allow))
            let error = try await refuses(.accessDenied, "the credential") {
                _ = try await program.credential(of: alice.id)
            }
            let command = "acctstore grant \(setting.programIdentity.shown) 1 --reveal"
            try hold(error.nextStep == command, "the next step is \(error.nextStep ?? "none"), not \(command)")
        },
        BrokerContract("a credential that was granted is refused at once when the grant is taken back") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            let program = try await setting.program()
            _ = try await terminal.grant(
                GrantRequest(
                    program: setting.programIdentity, target: .selected(nil), permissions: .reveal, decision: .allow))
            _ = try await program.credential(of: alice.id)
            try await refuses(.accessDenied, "a signature, which was not granted") {
                _ = try await program.sign(setting.request(), as: alice.id)
            }
            _ = try await terminal.revoke(setting.programIdentity, target: .selected(nil))
            try await refuses(.accessDenied, "the credential after that") {
                _ = try await program.credential(of: alice.id)
            }
        },
        BrokerContract("an account that is asked about always gives no credential where nobody can be asked") {
            setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            let program = try await setting.program()
            _ = try await terminal.grant(
                GrantRequest(
                    program: setting.programIdentity, target: .selected(nil), permissions: .reveal, decision: .allow))
            _ = try await terminal.update(.number(1), with: AccountChanges(ask: .always))
            try await refuses(.accessDenied, "the credential") { _ = try await program.credential(of: alice.id) }
        },
    ]
}
