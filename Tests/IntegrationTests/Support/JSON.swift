/// A JSON value of any shape, for what a test says to another program and hears from it.
indirect enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Int)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// `null` for what is not there.
    subscript(index: Int) -> JSON {
        guard case .array(let values) = self, values.indices.contains(index) else { return .null }
        return values[index]
    }

    /// `null` for what is not there.
    subscript(name: String) -> JSON {
        guard case .object(let members) = self else { return .null }
        return members[name] ?? .null
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var number: Int? {
        if case .number(let number) = self { number } else { nil }
    }

    var array: [JSON] {
        if case .array(let values) = self { values } else { [] }
    }

    /// A list of pairs of texts, such as header fields.
    static func pairs(_ pairs: [(String, String)]) -> JSON {
        .array(pairs.map { [.string($0.0), .string($0.1)] })
    }
}

extension JSON: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .number(value) }
    init(nilLiteral: ()) { self = .null }
    init(arrayLiteral values: JSON...) { self = .array(values) }
    init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(Dictionary(members) { first, _ in first })
    }
}
