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
}
