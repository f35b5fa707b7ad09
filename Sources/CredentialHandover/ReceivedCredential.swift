import SecretBytes

/// A credential as the agent hands it out (`application/x-www-form-urlencoded`), taken apart.
struct ReceivedCredential {
    /// In their order.
    private(set) var fields: [(name: String, value: SharedSecret)] = []

    /// Bytes that a credential may have: a private key of 16,384 bits, percent-encoded, has some 13,000.
    private static let longest = 1 << 18

    init(readingFrom descriptor: Int32) throws(HandoverFailure) {
        do throws(SecretReadError) {
            let form = try SecretReader(limit: ReceivedCredential.longest).readAll(from: descriptor)
            self = form.withSpan { ReceivedCredential(form: $0) }
        } catch {
            throw HandoverFailure("there is no credential to read (\(error))", status: HandoverFailure.Status.failed)
        }
    }

    init(form: Span<UInt8>) {
        var start = 0
        for index in 0...form.count where index == form.count || form[index] == UInt8(ascii: "&") {
            add(form.extracting(start..<index))
            start = index + 1
        }
    }

    /// - Returns: `nil` for what may be left out and is not there.
    func value(of variable: CredentialVariable) throws(HandoverFailure) -> SharedSecret? {
        for field in variable.fields {
            if let found = fields.first(where: { $0.name == field }) { return found.value }
        }
        guard variable.isOptional else {
            throw HandoverFailure(
                "the account has no \(variable.fields.joined(separator: " or "))", status: HandoverFailure.Status.failed
            )
        }
        return nil
    }

    private mutating func add(_ pair: Span<UInt8>) {
        guard let end = pair.indices.first(where: { pair[$0] == UInt8(ascii: "=") }) else { return }
        let name = pair.extracting(0..<end).indices.map { pair[$0] }
        let value = ReceivedCredential.decoded(pair.extracting((end + 1)...))
        fields.append((String(decoding: name, as: UTF8.self), SharedSecret(value)))
    }

    private static func decoded(_ text: Span<UInt8>) -> SecretBytes {
        var decoded = SecretBytes(capacity: max(text.count, 1))
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
                let high = hexValue(text[index + 1]), let low = hexValue(text[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(text[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : text[index])
                index += 1
            }
        }
        return decoded
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
