import AccountStore
import SecretBytes

/// Records with the keys that they are sealed under: the content of a vault or bundle, as it is kept in memory. The
/// secrets in it stay sealed.
struct SealedRecords: Sendable {
    private(set) var keys: SealingKeys
    private(set) var records: [SealedRecord]
    private var places: [StoredRecord.Reference: Int] = [:]

    /// Records that are sealed under these keys.
    init(keys: SealingKeys, records: [SealedRecord] = []) {
        self.keys = keys
        self.records = records
        index()
    }

    /// Opens a whole file, whose header was read from it.
    init(_ file: [UInt8], header: SealedHeader, keys: SealingKeys) throws(FormatTrouble) {
        guard try keys.prove(header) else { throw .wrongPassphrase }
        let key = try keys.content(seed: header.seed)
        var content = SecretBytes(unlocked: header.contentLength)
        let isWhole = try inFormatTerms { () throws(CipherFailure) in
            try SealingCipher.open(
                file[SealedHeader.length...], key: key, nonce: header.nonce,
                boundTo: Array(file.prefix(SealedHeader.length)), behind: &content)
        }
        guard isWhole else { throw .contentAltered }
        self.keys = keys
        records = try RecordCoding.decode(content)
        index()
    }

    /// The whole file, sealed anew.
    func file(of kind: SealedHeader.Kind) throws(FormatTrouble) -> [UInt8] {
        let content = try RecordCoding.encode(records)
        var header = try SealedHeader(kind: kind, cost: keys.cost, salt: keys.salt, contentLength: content.count)
        header.proof = try keys.proof(of: header).withSpan { span in span.indices.map { span[$0] } }
        let bytes = try header.bytes()
        let key = try keys.content(seed: header.seed)
        let sealed = try inFormatTerms { () throws(CipherFailure) in
            try SealingCipher.seal(content, key: key, nonce: header.nonce, boundTo: bytes)
        }
        return bytes + sealed
    }

    /// The same under other keys, each secret opened and sealed again.
    func sealed(under new: SealingKeys) throws(FormatTrouble) -> SealedRecords {
        var copy = self
        for place in copy.records.indices {
            let secret = try copy.records[place].openSecret(under: keys)
            try copy.records[place].replaceSecret(with: secret, under: new)
        }
        copy.keys = new
        return copy
    }

    subscript(reference: StoredRecord.Reference) -> SealedRecord? {
        places[reference].map { records[$0] }
    }

    func secret(of reference: StoredRecord.Reference) throws(FormatTrouble) -> SharedSecret? {
        guard let record = self[reference] else { return nil }
        return try record.openSecret(under: keys)
    }

    mutating func add(_ record: Record, secret: SharedSecret) throws(FormatTrouble) -> StoredRecord.Reference {
        let new = try SealedRecord(record, secret: secret, under: keys)
        records.append(new)
        places[new.reference] = records.count - 1
        return new.reference
    }

    /// False where there is no such record.
    mutating func update(
        _ reference: StoredRecord.Reference, to record: Record, secret: SharedSecret?
    ) throws(FormatTrouble) -> Bool {
        guard let place = places[reference] else { return false }
        if let secret { try records[place].replaceSecret(with: secret, under: keys) }
        records[place].schema = record.schema.rawValue
        records[place].attributes = record.attributes
        records[place].label = record.label
        return true
    }

    /// False where there is no such record.
    mutating func remove(_ reference: StoredRecord.Reference) -> Bool {
        guard let place = places[reference] else { return false }
        records.remove(at: place)
        index()
        return true
    }

    private mutating func index() {
        places = [:]
        places.reserveCapacity(records.count)
        for (place, record) in records.enumerated() { places[record.reference] = place }
    }
}
