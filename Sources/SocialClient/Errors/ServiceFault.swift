import FoundationEssentials

/// What a service says when something is wrong, read from JSON, XML, HTML or plain text.
public struct ServiceFault: Sendable, Equatable {
    /// The service's own number for the trouble: 187 for a duplicate at Twitter.
    public var code: Int?
    /// The service's words on one line, fit for a terminal; nil where it gives none.
    public var message: String?

    public init(code: Int? = nil, message: String? = nil) {
        self.code = code
        self.message = message
    }

    /// Reads the body of an answer. Nothing is thrown: a body that cannot be read says nothing.
    public init(body: [UInt8]) {
        let text = String(decoding: body.prefix(Self.longestBody), as: UTF8.self)
        let fault =
            switch text.unicodeScalars.first(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }) {
            case "{", "[": Self.json(body) ?? ServiceFault()
            case "<": Self.markup(text)
            default: ServiceFault(message: text)
            }
        self.init(code: fault.code, message: fault.message.flatMap(Self.fitForPeople))
    }

    /// Reasons are short: a page that goes on for longer is not read to its end, and JSON is not read at all.
    private static let longestBody = 64 * 1024

    private static func json(_ body: [UInt8]) -> ServiceFault? {
        guard body.count <= longestBody else { return nil }
        return (try? JSONDecoder.ofAnswers().decode(JSONFault.self, from: Data(body)))?.fault
    }

    /// `<errors><error code="87">…</error></errors>`, `<hash><error>…</error></hash>`, or the title of a page.
    private static func markup(_ text: String) -> ServiceFault {
        if let error = Markup.element("error", in: text) {
            let digits = error.attributes.drop { !$0.isNumber }.prefix { $0.isNumber }
            return ServiceFault(code: Int(digits), message: error.text)
        }
        let heading = Markup.element("title", in: text) ?? Markup.element("h1", in: text)
        return ServiceFault(message: heading?.text)
    }

    private static func fitForPeople(_ message: String) -> String? {
        let line = SingleLine.shown(Redaction.withoutCredentials(message))
        let sentence = line.last == "." && !line.hasSuffix("..") ? String(line.dropLast()) : line
        return sentence.isEmpty ? nil : sentence
    }
}

/// The forms of errors in JSON: `{"errors":[{"code":88,"message":"…"}]}`, `{"errors":"…"}`, `{"error":"…"}`,
/// `{"title":"…","detail":"…"}`, and a code or a message by itself.
private struct JSONFault: Decodable {
    var fault = ServiceFault()

    private enum CodingKeys: String, CodingKey {
        case errors, error, code, message, detail, title, errorDescription
    }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            fault.message = text
            return
        }
        if var list = try? decoder.unkeyedContainer() {
            fault = (try? list.decode(JSONFault.self))?.fault ?? ServiceFault()
            return
        }
        let object = try decoder.container(keyedBy: CodingKeys.self)
        let inner = [CodingKeys.errors, .error].lazy.compactMap { object.lenient($0, as: JSONFault.self)?.fault }
            .first { $0 != ServiceFault() }
        fault.code = inner?.code ?? object.lenient(.code)
        fault.message =
            object.lenient(.errorDescription) ?? inner?.message ?? object.lenient(.message)
            ?? object.lenient(.detail) ?? object.lenient(.title)
    }
}
