/// What one try of a passphrase costs: the parameters of scrypt (RFC 7914 section 2).
struct ScryptCost: Hashable, Sendable {
    /// N is 2 to the power of this.
    var logarithmOfN: UInt8
    var r: UInt16
    var p: UInt16

    /// What new files get: 128 MiB and a third of a second of this year's desktops. To be raised as machines get faster; older
    /// files then get it with their next change.
    static let today = ScryptCost(logarithmOfN: 17, r: 8, p: 1)

    /// Bytes that a derivation needs.
    var memory: Int { 128 * n * Int(r) }

    /// How long it takes, in no unit.
    var work: Int { n * Int(r) * Int(p) }

    var n: Int { 1 << Int(logarithmOfN) }

    /// Bytes that a file may ask for.
    static let mostMemory = 512 << 20

    /// Whether a file may ask for it: a header can be anybody's, and is believed before its passphrase is known. Sixteen
    /// times today's work is room for some years.
    var isReasonable: Bool {
        1...24 ~= logarithmOfN && 1...64 ~= r && 1...64 ~= p && memory <= ScryptCost.mostMemory
            && work <= 16 * ScryptCost.today.work
    }

    func isWeaker(than other: ScryptCost) -> Bool {
        memory < other.memory || work < other.work
    }
}
