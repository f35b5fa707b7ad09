import AccountStore
import SecretBytes

/// A record as a sealed file holds it: what is not secret, and the secret sealed by itself.
struct SealedRecord: Hashable, Sendable {
    static let idLength = 16

    /// 16 random bytes, which name it for as long as it is there.
    let id: [UInt8]
    /// The same in hexadecimal digits.
    let reference: StoredRecord.Reference
    /// As it is written: also one that this release does not know, which is kept and not given.
    var schema: String
    var label: String
    var attributes: [String: String]
    /// Nonce, bytes, tag.
    private(set) var secret: [UInt8]

    /// A new record.
    init(_ record: Record, secret: SharedSecret, under keys: SealingKeys) throws(FormatTrouble) {
        id = try inFormatTerms { () throws(CipherFailure) in try RandomBytes.make(SealedRecord.idLength) }
        reference = SealedRecord.reference(to: id)
        schema = record.schema.rawValue
        label = record.label
        attributes = record.attributes
        self.secret = []
        try replaceSecret(with: secret, under: keys)
    }

    /// A record that was read.
    init(id: [UInt8], schema: String, label: String, attributes: [String: String], secret: [UInt8]) {
        self.id = id
        reference = SealedRecord.reference(to: id)
        self.schema = schema
        self.label = label
        self.attributes = attributes
        self.secret = secret
    }

    private static func reference(to id: [UInt8]) -> StoredRecord.Reference {
        let digits = Array("0123456789abcdef".utf8)
        let text = id.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return StoredRecord.Reference(String(decoding: text, as: UTF8.self))
    }

    /// `nil` for a schema that this release does not know.
    var record: Record? {
        RecordSchema(rawValue: schema).map { Record(schema: $0, attributes: attributes, label: label) }
    }

    mutating func replaceSecret(with secret: SharedSecret, under keys: SealingKeys) throws(FormatTrouble) {
        let id = id
        self.secret = try inFormatTerms { () throws(CipherFailure) in
            let nonce = try RandomBytes.make(SealingCipher.nonceLength)
            return nonce
                + (try secret.withBytes { (bytes) throws(CipherFailure) in
                    try SealingCipher.seal(bytes, key: keys.secrets, nonce: nonce, boundTo: id)
                })
        }
    }

    func openSecret(under keys: SealingKeys) throws(FormatTrouble) -> SharedSecret {
        var opened = SecretBytes(capacity: secretLength)
        try openSecret(under: keys, behind: &opened)
        return SharedSecret(opened)
    }

    /// Puts the secret behind what is there.
    func openSecret(under keys: SealingKeys, behind opened: inout SecretBytes) throws(FormatTrouble) {
        let nonce = Array(secret.prefix(SealingCipher.nonceLength))
        guard nonce.count == SealingCipher.nonceLength else { throw .contentAltered }
        let isWhole = try inFormatTerms { () throws(CipherFailure) in
            try SealingCipher.open(
                secret.dropFirst(nonce.count), key: keys.secrets, nonce: nonce, boundTo: id, behind: &opened)
        }
        guard isWhole else { throw .contentAltered }
    }

    /// Bytes of the secret once it is open.
    var secretLength: Int { max(0, secret.count - SealingCipher.nonceLength - SealingCipher.tagLength) }
}
