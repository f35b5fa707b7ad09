import AccountModel

extension StatusReport {
    /// A title and what is to be said of it in each line.
    var lines: [String] {
        let rows: [(title: String, words: String?)] = [
            ("acts as", actorWords), ("accounts", overview.flatMap(accountWords)),
            ("keychain", overview.map { words(for: $0.keychain) }), ("apps", overview?.apps.map(words)),
            ("log", overview?.log.map(words)), ("agent", agentWords),
        ]
        let width = rows.map(\.title.count).max() ?? 0
        return rows.compactMap { title, words in
            words.map { title + String(repeating: " ", count: width - title.count) + "  " + $0 }
        }
    }

    private var actorWords: String {
        switch reason {
        case .app: "the app \(OneLine.visible(app?.name ?? App.defaultName, length: 64)) alone, without an account"
        case .nobody: "nobody: requests are not signed"
        case .option: account("named with -a")
        case .variable: account("named by $\(AccountOption.variable)")
        case .default: account("the default")
        case .only: account("the only one")
        case nil: trouble?.code == .invalidArgument ? "no account: more than one could be meant" : "no account"
        }
    }

    private func account(_ reason: String) -> String {
        guard let account = overview?.acting else { return "no account" }
        return "\(account.shownLabel), \(reason)" + (account.state == .needsLogin ? "; needs log-in" : "")
    }

    private func accountWords(_ overview: StoreOverview) -> String? {
        guard overview.keychain.state == .open || overview.keychain.state == .locked else { return nil }
        return words(for: overview.accounts.map(\.shownLabel), shownBy: "acctstore list")
    }

    /// More than a person takes in on one line, which each of these is.
    private static let many = 12

    /// The names; of many, their number.
    private func words(for names: [String], shownBy command: String) -> String {
        if names.count > StatusReport.many { return "\(names.count), see \(command)" }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }

    private func words(for keychain: KeychainStatus) -> String {
        if keychain.kind.isEmpty { return "not known, since the configuration cannot be read" }
        let provider = keychain.provider.map { " (\($0))" } ?? ""
        let collection = keychain.collection.map { ", “\(OneLine.visible($0))”" } ?? ""
        let path = keychain.path.map { ", \(OneLine.visible($0, length: 4096))" } ?? ""
        let state =
            switch keychain.state {
            case .open: "open"
            case .locked: "locked"
            case .unopened: keychain.isVault ? "locked" : "locked since its program was started"
            case .absent: keychain.isVault ? "not made yet" : "without a collection for accounts"
            case .unreachable: "cannot be reached"
            case .unknown: "cannot be read"
            }
        return "\(keychain.kind)\(provider)\(collection)\(path), \(state)"
    }

    private func words(for apps: [AppName]) -> String {
        words(
            for: apps.map { "\(OneLine.visible($0.name, length: 64)) (\($0.service))" }, shownBy: "acctstore app list")
    }

    private func words(for log: AccessLogStatus) -> String {
        let uses =
            (log.missing == 0 ? "" : "; uses that it lacks: \(log.missing)")
            + (log.waiting == 0 ? "" : "; uses that wait to be written: \(log.waiting)")
        if let trouble = log.trouble { return "\(OneLine.visible(trouble, length: 4096))\(uses)" }
        guard log.isOn else { return "off" }
        return "on" + (log.path.map { ", \(OneLine.visible($0, length: 4096))" } ?? "") + uses
    }

    private var agentWords: String {
        // What answered and is not found is nobody else's.
        guard let agent else { return overview == nil ? "not running" : "of this command alone" }
        let how = isStarted ? ", started just now" : replaced.map { ", in the place of release \($0)" } ?? ""
        return "running, process \(agent.processID), release \(agent.release)\(how)"
    }

    var json: JSONValue {
        let account: JSONValue = overview?.acting.map(AccountListing.json) ?? .null
        let apps: JSONValue = overview?.apps.map { .array($0.map(json)) } ?? .null
        let app: JSONValue = app.map { json(for: $0) } ?? .null
        return .object([
            .init("account", account), .init("app", app),
            .init("reason", .optional(reason?.rawValue)),
            .init("accounts", .array((overview?.accounts ?? []).map(AccountListing.json))),
            .init("apps", apps),
            .init("keychain", overview.map { json(for: $0.keychain) } ?? .null),
            .init("log", overview?.log.map(json) ?? .null),
            .init("agent", agent.map(json) ?? .null),
            .init("error", trouble.map(json) ?? .null),
        ])
    }

    private func json(for app: AppName) -> JSONValue {
        .object([.init("service", .string(app.service.description)), .init("app", .string(app.name))])
    }

    private func json(for keychain: KeychainStatus) -> JSONValue {
        .object([
            .init("kind", .optional(keychain.kind.isEmpty ? nil : keychain.kind)),
            .init("provider", .optional(keychain.provider)),
            .init("collection", .optional(keychain.collection)), .init("path", .optional(keychain.path)),
            .init("state", .string(keychain.state.rawValue)),
        ])
    }

    private func json(for log: AccessLogStatus) -> JSONValue {
        .object([
            .init("on", .boolean(log.isOn)), .init("path", .optional(log.path)),
            .init("trouble", .optional(log.trouble)),
            .init("missing", .number(log.missing)), .init("waiting", .number(log.waiting)),
        ])
    }

    private func json(for agent: RunningAgent) -> JSONValue {
        .object([
            .init("release", .string(agent.release)), .init("process", .number(Int(agent.processID))),
            .init("started", .boolean(isStarted)), .init("replaced", .optional(replaced)),
        ])
    }

    private func json(for error: BrokerError) -> JSONValue {
        .object([
            .init("status", .number(Int(error.code.exitStatus))), .init("name", .string(error.code.rawValue)),
            .init("message", .string(error.message)), .init("next", .optional(error.nextStep)),
        ])
    }
}
