/// Reads numbers and runs of bytes one after the other; what is not there is ``FormatTrouble/headerAltered``.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func bytes(_ count: Int) throws(FormatTrouble) -> [UInt8] {
        guard count <= rest.count else { throw .headerAltered }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func uint8() throws(FormatTrouble) -> UInt8 { try bytes(1)[0] }

    mutating func uint16() throws(FormatTrouble) -> UInt16 { UInt16(try number(2)) }

    mutating func uint64() throws(FormatTrouble) -> UInt64 { try number(8) }

    private mutating func number(_ count: Int) throws(FormatTrouble) -> UInt64 {
        try bytes(count).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension [UInt8] {
    mutating func append(bigEndian number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
