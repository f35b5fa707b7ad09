import AccountModel

/// What every broker does, however it is reached. Each promise wants a setting of its own.
public struct BrokerContract: Sendable, CustomStringConvertible {
    /// What is promised.
    public let description: String
    /// Throws where the promise is not kept.
    public let check: @Sendable (any BrokerSetting) async throws -> Void

    init(_ description: String, _ check: @escaping @Sendable (any BrokerSetting) async throws -> Void) {
        self.description = description
        self.check = check
    }

    /// All promises.
    public static var all: [BrokerContract] { accounts + selection + access + requests + credentials + locking }
}

extension BrokerContract {
    private static let accounts = [
        BrokerContract("an account is listed as it was added") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", description: "mine", makeDefault: true, to: terminal)
            let listed = try await terminal.accounts(of: nil)
            try hold(listed == [alice], "listed \(listed), added \(alice)")
            try hold(
                alice.number == 1 && alice.username == "alice" && alice.userID == "1" && alice.description == "mine"
                    && alice.isDefault && alice.state == .ok, "added as \(alice)")
        },
        BrokerContract("numbers are given once and keep their gaps") { setting in
            let terminal = try await setting.terminal()
            for (name, id) in [("a", "1"), ("b", "2"), ("c", "3")] {
                _ = try await setting.add(name, id: id, to: terminal)
            }
            _ = try await terminal.remove(.number(3), revoke: false, confirmed: true)
            _ = try await terminal.remove(.number(1), revoke: false, confirmed: true)
            let added = try await setting.add("d", id: "4", to: terminal)
            let numbers = try await terminal.accounts(of: nil).map(\.number)
            try hold(added.number == 4 && numbers == [2, 4], "numbers \(numbers)")
        },
        BrokerContract("accounts added at once get numbers of their own") { setting in
            let terminal = try await setting.terminal()
            let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 1...10 {
                    group.addTask { try await setting.add("n\(index)", id: "\(index)", to: terminal).number }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            try hold(numbers == Set(1...10), "numbers \(numbers.sorted())")
        },
        BrokerContract("the same identity again keeps id, number, description and grants") { setting in
            let terminal = try await setting.terminal()
            let first = try await setting.add("alice", id: "1", description: "mine", to: terminal)
            let again = try await setting.add("Alice", id: "1", to: terminal)
            let listed = try await terminal.accounts(of: nil)
            try hold(again.id == first.id && again.number == 1 && again.description == "mine", "became \(again)")
            try hold(listed.count == 1 && listed[0].username == "Alice", "listed \(listed)")
        },
        BrokerContract("removing asks first, and a second removal finds nothing") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            let outcome = try await terminal.remove(.number(1), revoke: false, confirmed: false)
            try hold(outcome == .needsConfirmation(alice), "without a yes: \(outcome)")
            let done = try await terminal.remove(.number(1), revoke: false, confirmed: true)
            try hold(done == .removed(alice), "with a yes: \(done)")
            try await refuses(.noSuchAccount, "a second removal") {
                _ = try await terminal.remove(.number(1), revoke: false, confirmed: true)
            }
        },
        BrokerContract("set changes what it names and nothing else") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            var wanted = alice
            (wanted.description, wanted.ask, wanted.isDefault) = ("for work", .always, true)
            let changed = try await terminal.update(
                .number(1), with: AccountChanges(description: "for work", isDefault: true, ask: .always))
            try hold(changed == wanted, "changed to \(changed)")
            let listed = try await terminal.accounts(of: nil)
            try hold(listed == [wanted], "listed \(listed)")
        },
        BrokerContract("an app is kept, listed and removed") { setting in
            let terminal = try await setting.terminal()
            let app = App(service: setting.service, name: "default", consumerKey: "key")
            try await terminal.setApp(app, secret: try TextInput.descriptor("secret\n"))
            let listed = try await terminal.apps()
            try hold(listed == [app], "listed \(listed)")
            try await terminal.removeApp("default", of: setting.service)
            let left = try await terminal.apps()
            try hold(left.isEmpty, "left \(left)")
        },
    ]

    private static let selection = [
        BrokerContract("an account is found by number, name in any case, service and name, and id") { setting in
            let terminal = try await setting.terminal()
            _ = try await setting.add("bob", id: "1", to: terminal)
            let alice = try await setting.add("Alice", id: "2", to: terminal)
            for text in ["2", "alice", "@ALICE", "\(setting.service):alice", alice.id.description.uppercased()] {
                let found = try await terminal.select(AccountSelector(text), of: nil, for: .write)
                try hold(found == alice, "\(text) found \(found)")
            }
        },
        BrokerContract("an unknown account is an error that names those there are") { setting in
            let terminal = try await setting.terminal()
            try await refuses(.noSuchAccount, "no account") { _ = try await terminal.select(nil, of: nil, for: .read) }
            let alice = try await setting.add("alice", id: "1", to: terminal)
            let error = try await refuses(.noSuchAccount, "carol") {
                _ = try await terminal.select(.name("carol"), of: nil, for: .read)
            }
            try hold(error.message.contains(alice.label), error.message)
        },
        BrokerContract("without a selector: the default, else the only one, else an error") { setting in
            let terminal = try await setting.terminal()
            let alice = try await setting.add("alice", id: "1", to: terminal)
            let only = try await terminal.select(nil, of: nil, for: .read)
            try hold(only == alice, "the only one: \(only)")
            _ = try await setting.add("bob", id: "2", to: terminal)
            try await refuses(.invalidArgument, "two and no default") {
                _ = try await terminal.select(nil, of: nil, for: .read)
            }
            _ = try await terminal.update(.name("bob"), with: AccountChanges(isDefault: true))
            let preset = try await terminal.select(nil, of: nil, for: .read)
            try hold(preset.username == "bob", "the default: \(preset)")
        },
    ]
}
