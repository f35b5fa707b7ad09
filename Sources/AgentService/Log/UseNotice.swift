internal import AccountModel

/// What a notification says of a use.
struct UseNotice: Equatable {
    /// Characters of a program's name, and of a URL, that are shown.
    private static let longest = 80

    let title: String
    /// Plain text on one line or more: what the desktop reads as markup is yet to be escaped.
    let body: String

    /// - Parameter count: of the uses that are told of; `record` is the last of them.
    init(_ record: AccessRecord, count: Int) {
        title = count == 1 ? "An account was used" : "An account was used \(count) times"
        let program =
            switch record.program {
            case .unknown: "A program without a name"
            case .terminal: "You, in a terminal,"
            default: VisibleText.line(record.program.shown, limit: Self.longest)
            }
        let lines = [
            "\(program) \(Self.deed(of: record)) as \(Self.actor(of: record))",
            record.url.map { VisibleText.line($0, limit: Self.longest) },
            record.provenance.line,
        ]
        body = lines.compactMap(\.self).joined(separator: "\n")
    }

    private static func deed(of record: AccessRecord) -> String {
        switch record.operation {
        case .sign: "had a request signed (\(record.method ?? "?"))"
        case .perform: "sent a request (\(record.method ?? "?"))"
        case .reveal: "was given the token"
        case .access: "asked for access"
        case .renew: "had the token renewed"
        }
    }

    private static func actor(of record: AccessRecord) -> String {
        let service = record.service?.description ?? "?"
        if let account = record.account {
            let name = account.username.map { "@\(VisibleText.line($0, limit: longest))" } ?? "?"
            return "\(name) (\(account.number.map { "\($0), " } ?? "")\(service))"
        }
        return record.app.map { "the app \(VisibleText.line($0, limit: longest)) (\(service))" }
            ?? "nobody (\(service))"
    }
}
