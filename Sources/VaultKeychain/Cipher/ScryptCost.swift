/// What one try of a passphrase costs: the parameters of scrypt (RFC 7914 section 2). There is none that a file may not ask
/// for.
struct ScryptCost: Hashable, Sendable {
    /// N is 2 to the power of this.
    let logarithmOfN: UInt8
    let r: UInt16
    let p: UInt16

    /// What new files get: 128 MiB and a third of a second of this year's desktops. To be raised as machines get faster; older
    /// files then get it with their next change.
    static let today = ScryptCost(logarithmOfN: 17, r: 8, p: 1)

    /// Bytes that a file may ask for.
    static let mostMemory = 512 << 20
    /// How much work a file may ask for: sixteen times that of a new one is room for some years.
    static let mostWork = 16 << (17 + 3)

    /// A cost that stands in the program. Traps for one that no file may ask for.
    init(logarithmOfN: UInt8, r: UInt16, p: UInt16) {
        precondition(ScryptCost.isReasonable(logarithmOfN, r, p), "a cost that a file may ask for")
        (self.logarithmOfN, self.r, self.p) = (logarithmOfN, r, p)
    }

    /// What a file asks for. A header can be anybody's, and is believed before its passphrase is known: nothing is reckoned
    /// with these numbers until each of them is small enough for that.
    ///
    /// Throws `unreasonable`.
    init(ofFile logarithmOfN: UInt8, r: UInt16, p: UInt16) throws(FormatTrouble) {
        guard ScryptCost.isReasonable(logarithmOfN, r, p) else {
            throw .unreasonable(memory: ScryptCost.shownMemory(logarithmOfN, r))
        }
        self.init(logarithmOfN: logarithmOfN, r: r, p: p)
    }

    /// Bytes that a derivation needs.
    var memory: Int { 128 * n * Int(r) }

    /// How long it takes, in no unit.
    var work: Int { n * Int(r) * Int(p) }

    var n: Int { 1 << Int(logarithmOfN) }

    func isWeaker(than other: ScryptCost) -> Bool {
        memory < other.memory || work < other.work
    }

    private static func isReasonable(_ logarithmOfN: UInt8, _ r: UInt16, _ p: UInt16) -> Bool {
        // With these neither of the two products below comes near the end of the numbers.
        guard 1...24 ~= logarithmOfN, 1...64 ~= r, 1...64 ~= p else { return false }
        let rows = (1 << Int(logarithmOfN)) * Int(r)
        return 128 * rows <= mostMemory && rows * Int(p) <= mostWork
    }

    /// For a message; `nil` where it is more than there are numbers for.
    private static func shownMemory(_ logarithmOfN: UInt8, _ r: UInt16) -> Int? {
        guard logarithmOfN < Int.bitWidth - 1 else { return nil }
        let (memory, isTooLarge) = (1 << Int(logarithmOfN)).multipliedReportingOverflow(by: 128 * Int(r))
        return isTooLarge ? nil : memory
    }
}
