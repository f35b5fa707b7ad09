/// The `Authorization` header field of a signed request (RFC 5849 section 3.5.1).
public struct AuthorizationHeader: Sendable {
    private let parameters: [RequestParameter]
    private let realm: String?

    /// Makes the field of signed parameters. The `realm` is sent, and not signed.
    ///
    /// - Throws: ``SigningError/realmNotSendable``.
    public init(_ signed: SignedParameters, realm: String? = nil) throws(SigningError) {
        if let realm, !realm.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { throw .realmNotSendable }
        parameters = signed.parameters
        self.realm = realm
    }

    /// The field's value, from `OAuth` on.
    public var value: String { text(of: parameters) }

    private func text(of parameters: [RequestParameter]) -> String {
        var text = ScratchBytes(capacity: 512)
        text.append("OAuth ")
        if let realm {
            text.append("realm=\"")
            text.append(quoting: realm.utf8.span)
            text.append("\"")
        }
        for (index, parameter) in parameters.enumerated() {
            if index > 0 || realm != nil { text.append(", ") }
            text.append(percentEncoding: parameter.name.span)
            text.append("=\"")
            parameter.value.withSpan { text.append(percentEncoding: $0) }
            text.append("\"")
        }
        return text.withSpan { String(copying: $0) }
    }
}

extension AuthorizationHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The value with three dots for every credential, for a person to read.
    public var description: String { text(of: parameters.map { $0.masked() }) }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ScratchBytes {
    /// The inside of a quoted string (RFC 9110 section 5.6.4).
    fileprivate mutating func append(quoting bytes: Span<UInt8>) {
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append(UInt8(ascii: "\\")) }
            append(byte)
        }
    }
}
