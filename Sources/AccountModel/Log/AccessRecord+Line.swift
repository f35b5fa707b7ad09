import FoundationEssentials

/// One line of the access log: a JSON object (RFC 8259) with its keys always in the same order, `null` where a thing is
/// not known, and nothing in it that a terminal obeys.
extension AccessRecord {
    /// Characters of a URL, and of an app's name, that are written.
    private static let longestURL = 1024
    private static let longestName = 64
    /// Steps of the chain that are written.
    private static let longestChain = 16

    /// Without the line feed.
    package var line: String {
        var line = JSONLineWriter()
        line.add("time", AccessTime.text(time))
        line.add("program", program.description)
        line.add("chain", provenance.steps.prefix(Self.longestChain).map { Self.cut($0, Self.longestName) })
        line.add("service", service?.description)
        if let account {
            var object = JSONLineWriter()
            object.add("id", account.id.description)
            object.add("number", account.number)
            object.add("username", account.username)
            line.add("account", object)
        } else {
            line.add("account", String?.none)
        }
        line.add("app", app.map { Self.cut($0, Self.longestName) })
        line.add("operation", operation.rawValue)
        line.add("method", method)
        line.add("url", url.map { Self.cut($0, Self.longestURL) })
        line.add("answer", outcome.word)
        return line.text
    }

    /// Reads what ``line`` gives; `nil` for a line that was torn, or that another release writes otherwise.
    package init?(line: some Sequence<UInt8>) {
        guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(line)),
            let time = AccessTime.date(fields.time), let program = ProgramIdentity(fields.program),
            let operation = Operation(rawValue: fields.operation)
        else { return nil }
        self.init(
            time: time, program: program, provenance: Provenance(fields.chain),
            service: fields.service.flatMap(Service.init), account: nil, app: fields.app, operation: operation,
            method: fields.method, url: fields.url, outcome: Outcome(word: fields.answer))
        if let account = fields.account {
            guard let id = AccountID(account.id) else { return nil }
            self.account = Subject(id: id, number: account.number, username: account.username)
        }
    }

    private struct Fields: Decodable {
        struct Account: Decodable {
            let id: String
            let number: Int?
            let username: String?
        }

        let time: String
        let program: String
        let chain: [String]
        let service: String?
        let account: Account?
        let app: String?
        let operation: String
        let method: String?
        let url: String?
        let answer: String
    }

    private static func cut(_ text: String, _ length: Int) -> String {
        let end = text.unicodeScalars.index(
            text.startIndex, offsetBy: length, limitedBy: text.endIndex)
        guard let end, end < text.endIndex else { return text }
        return String(text.unicodeScalars[..<end]) + "…"
    }
}

extension AccessRecord.Outcome {
    /// `given`, the HTTP status, or the name of the error.
    package var word: String {
        switch self {
        case .given: "given"
        case .answered(let status): String(status)
        case .failed(let code): code.rawValue
        }
    }

    fileprivate init(word: String) {
        if word == "given" {
            self = .given
        } else if let status = Int(word) {
            self = .answered(status)
        } else {
            self = .failed(BrokerError.Code(rawValue: word))
        }
    }
}

/// Times as the log has them: RFC 3339, in UTC, with milliseconds.
private enum AccessTime {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    static func text(_ date: Date) -> String { date.formatted(style) }

    static func date(_ text: String) -> Date? { try? Date(text, strategy: style) }
}
