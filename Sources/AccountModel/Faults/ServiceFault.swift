/// What a service says when something is wrong, read from JSON, XML, HTML or plain text.
public struct ServiceFault: Sendable, Equatable {
    /// The service's own number for the trouble: 187 for a duplicate at Twitter.
    public var code: Int?
    /// The service's words on one line, fit for a terminal and without credentials; nil where it gives none.
    public var message: String?
    /// The kind of trouble that problem details (RFC 9457) name, the last part of their `type`: `usage-capped`.
    public var problem: String?

    /// Makes a fault of its parts; without any it says nothing.
    public init(code: Int? = nil, message: String? = nil, problem: String? = nil) {
        self.code = code
        self.message = message
        self.problem = problem
    }

    /// Reads the body of an answer. Nothing is thrown: a body that cannot be read says nothing.
    public init(body: [UInt8]) {
        self.init(body: body, masking: { $0 })
    }

    /// - Parameter mask: takes secrets out of bytes: of the body, before any text is made of it, and of the words read
    ///   from it, since JSON and XML have spellings of their own (`\/`, `&amp;`).
    package init(body: [UInt8], masking mask: ([UInt8]) -> [UInt8]) {
        let body = mask(Array(body.prefix(Self.longestBody)))
        let text = String(decoding: body, as: UTF8.self)
        let fault =
            switch text.unicodeScalars.first(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }) {
            case "{", "[": JSONFault.read(text) ?? ServiceFault()
            case "<": Self.markup(text)
            default: ServiceFault(message: text)
            }
        let message = fault.message.flatMap {
            Self.fitForPeople(String(decoding: mask(Array($0.utf8)), as: UTF8.self))
        }
        self.init(code: fault.code, message: message, problem: fault.problem)
    }

    /// Reasons are short: what goes on for longer is not read to its end.
    package static let longestBody = 64 * 1024

    /// `<errors><error code="87">…</error></errors>`, `<hash><error>…</error></hash>`, the title of a page, or a page
    /// without its tags.
    private static func markup(_ text: String) -> ServiceFault {
        if let error = Markup.element("error", in: text) {
            let digits = error.attributes.drop { !$0.isNumber }.prefix { $0.isNumber }
            return ServiceFault(code: Int(digits), message: error.text)
        }
        let heading = Markup.element("title", in: text) ?? Markup.element("h1", in: text)
        return ServiceFault(message: heading?.text ?? Markup.withoutTags(text))
    }

    private static func fitForPeople(_ message: String) -> String? {
        let line = OneLine.joined(Redaction.withoutCredentials(message))
        let sentence = line.last == "." && !line.hasSuffix("..") ? String(line.dropLast()) : line
        return sentence.isEmpty ? nil : sentence
    }
}
