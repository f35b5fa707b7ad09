import SecretBytes

/// The content of a sealed file as bytes. Numbers are 32 bits, big-endian; a text is its length in bytes and UTF-8:
///
///     the number of records, then for each of them
///     16 bytes id · text schema · text label · the number of attributes, text name and text value of each
///     · length and bytes of the sealed secret (nonce of 12, bytes, tag of 16)
///
/// The secrets in it are sealed, and its attributes lie in ordinary memory as long as the file is open: so it is zeroed
/// after use, and does not take from the little memory that may be locked.
enum RecordCoding {
    /// Throws `tooLong`.
    static func encode(_ records: [SealedRecord]) throws(FormatTrouble) -> SecretBytes {
        // Measured first: larger pages would be made several times, and each of them zeroed.
        let length = records.reduce(4) { $0 + self.length(of: $1) }
        guard length <= SealedHeader.longestContent else { throw .tooLong }
        var bytes = SecretBytes(unlocked: length)
        bytes.append(number: records.count)
        for record in records {
            bytes.append(raw: record.id)
            bytes.append(text: record.schema)
            bytes.append(text: record.label)
            bytes.append(number: record.attributes.count)
            for (name, value) in record.attributes.sorted(by: { $0.key < $1.key }) {
                bytes.append(text: name)
                bytes.append(text: value)
            }
            bytes.append(number: record.secret.count)
            bytes.append(raw: record.secret)
        }
        return bytes
    }

    private static func length(of record: SealedRecord) -> Int {
        let texts = record.attributes.reduce(0) { $0 + 8 + $1.key.utf8.count + $1.value.utf8.count }
        return 16 + SealedRecord.idLength + record.schema.utf8.count + record.label.utf8.count + texts
            + record.secret.count
    }

    static func decode(_ bytes: borrowing SecretBytes) throws(FormatTrouble) -> [SealedRecord] {
        try bytes.withSpan { (bytes) throws(FormatTrouble) in
            var cursor = ContentCursor()
            let count = try cursor.number(in: bytes)
            var records: [SealedRecord] = []
            // No more room than as many of the smallest records could take.
            records.reserveCapacity(min(count, bytes.count / 32))
            for _ in 0..<count { records.append(try cursor.record(in: bytes)) }
            guard cursor.position == bytes.count else { throw .contentAltered }
            return records
        }
    }
}

/// A place in the content.
private struct ContentCursor {
    private(set) var position = 0

    mutating func record(in bytes: Span<UInt8>) throws(FormatTrouble) -> SealedRecord {
        let id = try raw(SealedRecord.idLength, in: bytes)
        let schema = try text(in: bytes)
        let label = try text(in: bytes)
        var attributes: [String: String] = [:]
        for _ in 0..<(try number(in: bytes)) {
            let name = try text(in: bytes)
            attributes[name] = try text(in: bytes)
        }
        let secret = try raw(try number(in: bytes), in: bytes)
        return SealedRecord(id: id, schema: schema, label: label, attributes: attributes, secret: secret)
    }

    mutating func number(in bytes: Span<UInt8>) throws(FormatTrouble) -> Int {
        let range = try take(4, in: bytes)
        return range.reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }

    private mutating func raw(_ count: Int, in bytes: Span<UInt8>) throws(FormatTrouble) -> [UInt8] {
        let range = try take(count, in: bytes)
        // SAFETY: the bytes are copied while they are lent.
        return unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
    }

    private mutating func text(in bytes: Span<UInt8>) throws(FormatTrouble) -> String {
        let range = try take(try number(in: bytes), in: bytes)
        // SAFETY: the bytes are copied while they are lent.
        let text = unsafe bytes.extracting(range).withUnsafeBufferPointer {
            unsafe String(validating: $0, as: UTF8.self)
        }
        guard let text else { throw .contentAltered }
        return text
    }

    private mutating func take(_ count: Int, in bytes: Span<UInt8>) throws(FormatTrouble) -> Range<Int> {
        guard count <= bytes.count - position else { throw .contentAltered }
        defer { position += count }
        return position..<(position + count)
    }
}

extension SecretBytes {
    fileprivate mutating func append(number: Int) {
        for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    fileprivate mutating func append(text: String) {
        let bytes = Array(text.utf8)
        append(number: bytes.count)
        append(raw: bytes)
    }

    fileprivate mutating func append(raw bytes: [UInt8]) {
        append(contentsOf: bytes.span)
    }
}
