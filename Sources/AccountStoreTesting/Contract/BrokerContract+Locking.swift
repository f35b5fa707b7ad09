import AccountModel

extension BrokerContract {
    static let locking = [
        BrokerContract("after a lock the next request works as before, whoever locked") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            for broker in [terminal, try await setting.program()] {
                _ = try await terminal.sign(setting.request(), as: alice.id)
                try await broker.lock(keyring: false)
                _ = try await terminal.sign(setting.request(), as: alice.id)
            }
            let listed = try await terminal.accounts(of: nil)
            try hold(listed == [alice], "listed \(listed)")
        },
        BrokerContract("an open keyring is opened without a question, also for a program without a grant") { setting in
            try await setting.terminal().unlock()
            try await setting.program().unlock()
        },
        BrokerContract("the keyring is locked for the person, and not for a program that nobody can be asked about") {
            setting in
            let terminal = try await setting.terminal()
            _ = try await setting.add("alice", id: "1", to: terminal)
            try await refuses(.accessDenied, "a program's lock of the keyring") {
                try await setting.program().lock(keyring: true)
            }
            let before = try await terminal.overview(nil, of: nil).keychain.state
            try hold(before == .open, "the keyring is \(before) after a refusal")
            try await terminal.lock(keyring: true)
            let after = try await terminal.overview(nil, of: nil).keychain.state
            try hold(after == .locked, "the keyring is \(after)")
            let listed = try await terminal.accounts(of: nil).map(\.username)
            try hold(listed == ["alice"], "listed \(listed)")
        },
    ]
}
