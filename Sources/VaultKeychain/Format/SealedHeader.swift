/// What stands before the sealed content, readable by anybody and bound to it. Numbers are big-endian:
///
///     0    12  magic: "acctstore" CR LF NUL
///     12    1  format: 1
///     13    1  kind: 1 vault, 2 bundle
///     14    2  length of the header, L: 176
///     16    1  scrypt: the logarithm of N to base 2
///     17    1  0
///     18    2  scrypt: r
///     20    2  scrypt: p
///     22    2  0
///     24   32  scrypt: salt, new with each passphrase
///     56   32  seed of the content's key, new with each writing
///     88   12  nonce of the content, new with each writing
///     100   4  0
///     104   8  length of the sealed content, its tag of 16 bytes not counted
///     112  32  proof of the passphrase and of all bytes before it
///     144  32  L-32: SHA-256 of all bytes before it
///
/// Magic, format, the header's length and the checksum at its end are the same in every later format.
struct SealedHeader: Hashable, Sendable {
    enum Kind: UInt8, Hashable, Sendable {
        case vault = 1
        case bundle = 2
    }

    static let magic = Array("acctstore\r\n\0".utf8)
    static let format = 1
    static let length = 176
    static let saltLength = 32
    static let seedLength = 32

    /// The longest file that is read, and so the longest that is written; longer than any that accounts would fill.
    static let longestFile = 256 << 20
    static let longestContent = longestFile - length - SealingCipher.tagLength

    /// Where what differs between any two writings stands: seed and nonce.
    static let writing = 56..<100

    var kind: Kind
    var cost: ScryptCost
    var salt: [UInt8]
    var seed: [UInt8]
    var nonce: [UInt8]
    var contentLength: Int
    /// Under ``SealingKeys/proof(of:)``.
    var proof: [UInt8] = []

    /// The bytes that the proof is made of.
    var provenBytes: [UInt8] {
        var bytes = SealedHeader.magic + [UInt8(SealedHeader.format), kind.rawValue]
        bytes.append(bigEndian: UInt16(SealedHeader.length))
        bytes += [cost.logarithmOfN, 0]
        bytes.append(bigEndian: cost.r)
        bytes.append(bigEndian: cost.p)
        bytes += [0, 0] + salt + seed + nonce + [0, 0, 0, 0]
        bytes.append(bigEndian: UInt64(contentLength))
        return bytes
    }

    func bytes() throws(FormatTrouble) -> [UInt8] {
        let bytes = provenBytes + proof
        return bytes + (try inFormatTerms { () throws(CipherFailure) in try Checksum.of(bytes[...]) })
    }

    /// Reads the header of a whole file, and tells all of its troubles that need no passphrase.
    init(ofFile file: [UInt8], kind wanted: Kind) throws(FormatTrouble) {
        try SealedHeader.checkBeginning(of: file)
        var reader = ByteReader(file[SealedHeader.magic.count..<SealedHeader.length])
        _ = try reader.bytes(2)
        _ = try reader.uint16()
        let logarithmOfN = try reader.uint8()
        let firstZero = try reader.uint8()
        let (r, p) = (try reader.uint16(), try reader.uint16())
        let zeros = try reader.bytes(2)
        salt = try reader.bytes(SealedHeader.saltLength)
        seed = try reader.bytes(SealedHeader.seedLength)
        nonce = try reader.bytes(SealingCipher.nonceLength)
        let lastZeros = try reader.bytes(4)
        let length = try reader.uint64()
        proof = try reader.bytes(Checksum.length)
        guard firstZero == 0, (zeros + lastZeros).allSatisfy({ $0 == 0 }),
            length <= UInt64(SealedHeader.longestContent)
        else { throw .headerAltered }
        contentLength = Int(length)
        guard let kind = Kind(rawValue: file[13]) else { throw .headerAltered }
        self.kind = kind
        guard kind == wanted else { throw .otherKind(kind) }
        cost = try ScryptCost(ofFile: logarithmOfN, r: r, p: p)
        let whole = SealedHeader.length + contentLength + SealingCipher.tagLength
        if file.count < whole { throw .truncated }
        if file.count > whole { throw .contentAltered }
    }

    /// Whether a text begins as every file of ours does, as far as it goes.
    static func isBegun(_ text: Span<UInt8>) -> Bool {
        (0..<min(text.count, magic.count)).allSatisfy { text[$0] == magic[$0] }
    }

    /// What holds for every format.
    private static func checkBeginning(of file: [UInt8]) throws(FormatTrouble) {
        guard isBegun(file.span) else { throw .foreign }
        guard file.count >= 16 else { throw .truncated }
        let length = Int(file[14]) << 8 | Int(file[15])
        let format = Int(file[12])
        // A length that no format has is not worth looking behind.
        guard 64...4096 ~= length, format != self.format || length == self.length else { throw .headerAltered }
        guard file.count >= length else { throw .truncated }
        let checksum = try inFormatTerms { () throws(CipherFailure) in
            try Checksum.of(file[..<(length - Checksum.length)])
        }
        guard file[(length - Checksum.length)..<length].elementsEqual(checksum) else { throw .headerAltered }
        guard format <= self.format else { throw .newer(format: format) }
        guard format == self.format else { throw .headerAltered }
    }

    /// A header for one writing, without its proof.
    init(
        kind: Kind, cost: ScryptCost, salt: [UInt8], contentLength: Int
    ) throws(FormatTrouble) {
        self.kind = kind
        self.cost = cost
        self.salt = salt
        self.contentLength = contentLength
        seed = try inFormatTerms { () throws(CipherFailure) in try RandomBytes.make(SealedHeader.seedLength) }
        nonce = try inFormatTerms { () throws(CipherFailure) in try RandomBytes.make(SealingCipher.nonceLength) }
    }
}
