/// A JSON document (RFC 8259) whose keys stay in the order in which they are given.
indirect enum JSONValue: Equatable {
    case null
    case boolean(Bool)
    case number(Int)
    case string(String)
    case array([JSONValue])
    case object([Member])

    struct Member: Equatable {
        let key: String
        let value: JSONValue

        init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The text on one line.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .number(let value): text += String(value)
        case .string(let value): Self.write(value, to: &text)
        case .array(let elements):
            Self.write(elements, between: "[", "]", to: &text) { $0.write(to: &$1) }
        case .object(let members):
            Self.write(members, between: "{", "}", to: &text) { member, text in
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], between open: String, _ close: String, to text: inout String,
        one: (Element, inout String) -> Void
    ) {
        text += open
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            one(element, &text)
        }
        text += close
    }

    /// Escapes what must be escaped, and nothing else.
    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension JSONValue {
    /// The string, or `null` where it is not known.
    static func optional(_ string: String?) -> JSONValue {
        string.map { .string($0) } ?? .null
    }
}
