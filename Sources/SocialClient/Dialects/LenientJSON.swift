import FoundationEssentials

extension JSONDecoder {
    /// Reads `id_str` as `idStr`, as all services spell their fields with underscores.
    static func ofAnswers() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

/// Reads what services send, in which a field may be missing, null, or of another type than last year.
extension KeyedDecodingContainer {
    /// The value, or nil where it is not there or of another type.
    func lenient<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
        try? decode(type, forKey: key)
    }

    /// The first of the fields that holds an id.
    func id(_ keys: Key...) -> String? {
        for key in keys {
            if let id = lenient(key, as: ServiceID.self) { return id.digits }
        }
        return nil
    }
}

/// An array of which the elements that can be read are kept.
struct LenientArray<Element: Decodable>: Decodable {
    var elements: [Element] = []

    init(from decoder: any Decoder) throws {
        var array = try decoder.unkeyedContainer()
        while !array.isAtEnd {
            if let element = try array.decode(Lenient.self).value { elements.append(element) }
        }
    }

    private struct Lenient: Decodable {
        var value: Element?

        init(from decoder: any Decoder) throws {
            value = try? Element(from: decoder)
        }
    }
}
