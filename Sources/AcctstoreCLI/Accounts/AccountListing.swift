import AccountModel

/// How accounts are listed for people and for programs.
enum AccountListing {
    /// `2  @alice  twitter  (default)  needs log-in  for work`, without what does not hold.
    static func line(for account: Account) -> String {
        [
            String(account.number),
            OneLine.visible(account.handle),
            account.service.description,
            account.isDefault ? "(default)" : nil,
            account.state == .needsLogin ? "needs log-in" : nil,
            account.description.map { OneLine.visible($0) },
        ].compactMap(\.self).joined(separator: "  ")
    }

    static func json(for account: Account) -> JSONValue {
        .object(members(for: account))
    }

    static func members(for account: Account) -> [JSONValue.Member] {
        [
            .init("number", .number(account.number)),
            .init("id", .string(account.id.description)),
            .init("service", .string(account.service.description)),
            .init("app", .string(account.app)),
            .init("username", .optional(account.username)),
            .init("user_id", .optional(account.userID)),
            .init("description", .optional(account.description)),
            .init("default", .boolean(account.isDefault)),
            .init("state", .string(account.state.rawValue)),
        ]
    }
}

extension Account {
    /// `@alice (2, twitter)`, whatever a service let somebody call themselves.
    var shownLabel: String { OneLine.visible(label) }
}
