import SecretBytes

/// How a credential is printed.
enum CredentialText: String {
    /// One object with every field of the form: what `add --token-stdin` takes.
    case json
    /// A line NAME=VALUE for each variable, quoted as a shell reads it where that is needed.
    case env

    func text(
        of credential: ReceivedCredential, _ variables: [CredentialVariable]
    ) throws(HandoverFailure) -> PrintedSecret {
        switch self {
        case .json: return PrintedSecret(json: credential)
        case .env: return try PrintedSecret(env: credential, variables)
        }
    }
}

/// A text with secrets in it, in memory that is zeroed.
struct PrintedSecret: ~Copyable {
    private var bytes = SecretBytes(capacity: 4096)

    init(json credential: ReceivedCredential) {
        append("{")
        for (index, field) in credential.fields.enumerated() {
            append(index == 0 ? "\"" : ",\"")
            append(field.name)
            append("\":\"")
            field.value.withSpan { append(escaping: $0) }
            append("\"")
        }
        append("}\n")
    }

    init(env credential: ReceivedCredential, _ variables: [CredentialVariable]) throws(HandoverFailure) {
        for variable in variables {
            guard let value = try credential.value(of: variable) else { continue }
            append(variable.name)
            append("=")
            value.withSpan { append(quoting: $0) }
            append("\n")
        }
    }

    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { bytes.withSpan(body) }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8.span)
    }

    /// As JSON has it (RFC 8259, section 7).
    private mutating func append(escaping text: Span<UInt8>) {
        let digits = Array("0123456789abcdef".utf8)
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case 0..<0x20, 0x7F:
                append("\\u00")
                bytes.append(digits[Int(text[index] >> 4)])
                bytes.append(digits[Int(text[index] & 0xF)])
            default: bytes.append(text[index])
            }
        }
    }

    private mutating func append(quoting text: Span<UInt8>) {
        guard text.isEmpty || text.indices.contains(where: { !PrintedSecret.isPlain(text[$0]) }) else {
            return bytes.append(contentsOf: text)
        }
        append("'")
        for index in text.indices {
            if text[index] == UInt8(ascii: "'") { append("'\\''") } else { bytes.append(text[index]) }
        }
        append("'")
    }

    /// What means itself to every shell.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "+"):
            true
        default: false
        }
    }
}
