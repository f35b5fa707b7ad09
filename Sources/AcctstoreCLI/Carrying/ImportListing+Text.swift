import AccountModel

/// How what is in a file is shown before it is stored.
extension ImportListing {
    /// A line for each thing, then what is not taken.
    var lines: [String] {
        items.map { "  \($0.text)" }
            + remarks.map { "  not taken: \($0.text)\(ImportListing.place($0.line))" }
    }

    /// Whether all of the file is taken, so that nothing is lost with it.
    var isWhole: Bool { !remarks.contains(where: \.isLoss) }

    /// What would be lost with the file: `a bearer token (line 3) and 2 more`
    var losses: String {
        let lost = remarks.filter(\.isLoss)
        let first = lost.first.map { OneLine.visible($0.text, length: 500) + ImportListing.place($0.line) } ?? ""
        return lost.count > 1 ? "\(first) and \(lost.count - 1) more" : first
    }

    fileprivate static func place(_ line: Int?) -> String { line.map { " (line \($0))" } ?? "" }
}

extension ImportItem {
    fileprivate var text: String {
        let remarks = [standing?.text, note].compactMap(\.self).map { OneLine.visible($0, length: 500) }
        return "\(what)\(ImportListing.place(line))" + (remarks.isEmpty ? "" : ": \(remarks.joined(separator: "; "))")
    }

    /// `app default  twitter  KEY`, `account @alice  twitter  app default`
    private var what: String {
        switch kind {
        case .app(let app):
            return [
                "app \(OneLine.visible(app.name, length: 64))", app.service.description,
                OneLine.visible(app.consumerKey), app.logInProtocol.title,
            ].joined(separator: "  ")
        case .account(let service, let app, let username, let userID):
            let name =
                username.map { "@\(OneLine.visible($0, length: 128))" } ?? userID.map { OneLine.visible($0) } ?? "?"
            return "account \(name)  \(service)  app \(OneLine.visible(app, length: 64))"
        case .grant(let program, let service, let account, let decision, let permissions):
            let whose = account.map { OneLine.visible($0) } ?? "every account"
            return "grant \(OneLine.visible(program.shown, length: 400))  \(decision.rawValue) \(permissions)  "
                + "\(whose)  \(service)"
        }
    }

    /// In messages about what became of it.
    var name: String {
        switch kind {
        case .app(let app): "the app \(OneLine.visible(app.name, length: 64)) (\(app.service))"
        case .account(let service, _, let username, _):
            username.map { "@\(OneLine.visible($0, length: 128)) (\(service))" } ?? "the account of \(service)"
        case .grant(let program, _, _, _, _): "the grant for \(OneLine.visible(program.shown, length: 400))"
        }
    }
}

extension ImportItem.Standing {
    fileprivate var text: String {
        switch self {
        case .new: "new"
        case .kept: "kept already"
        case .replacing(let what): "replaces \(what)"
        }
    }
}
