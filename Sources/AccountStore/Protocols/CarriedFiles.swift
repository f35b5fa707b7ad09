public import SecretBytes

/// What accounts are carried in from other programs, and from one machine to another.
public struct CarriedFiles: Sendable {
    /// Understands the files of other programs.
    public var foreign: any ForeignFileReading
    /// Seals and opens bundles.
    public var bundles: any BundleSealing
    /// Asks for the passphrase of a bundle where the front end does not.
    public var asking: any PassphraseAsking

    /// The longest bundle, in bytes: some 20,000 accounts. A longer one is neither written nor read.
    public static let longestBundle = 32 << 20

    /// Makes a set of its parts.
    public init(foreign: any ForeignFileReading, bundles: any BundleSealing, asking: any PassphraseAsking) {
        self.foreign = foreign
        self.bundles = bundles
        self.asking = asking
    }
}

/// Seals records under a passphrase, to be carried to another machine. Both ways block their thread for about a second.
public protocol BundleSealing: Sendable {
    /// The bytes of a file that holds the records. Throws `refused` for an empty passphrase, and for more than a bundle can
    /// hold.
    func seal(_ records: [NewRecord], passphrase: SharedSecret) throws(KeychainError) -> [UInt8]

    /// What a file holds. Throws `locked` for another passphrase, `notConfigured` for a file of a later release, `file` for
    /// one that is no bundle, cut short or altered.
    ///
    /// - Parameters:
    ///   - file: the whole of it, which may be another file than was meant, with secrets in it.
    ///   - passphrase: the one that it was sealed under.
    ///   - name: of the file, for messages.
    func open(_ file: SharedSecret, passphrase: SharedSecret, name: String) throws(KeychainError) -> OpenedBundle

    /// Throws as ``open(_:passphrase:name:)`` does for what can be told without the passphrase.
    func check(_ file: SharedSecret, name: String) throws(KeychainError)
}

/// What a bundle holds.
public struct OpenedBundle: Sendable {
    /// In the order in which they were sealed.
    public var records: [NewRecord]
    /// Records of kinds that only later releases know.
    public var unknown: Int

    /// Makes a value of its parts.
    public init(_ records: [NewRecord], unknown: Int = 0) {
        self.records = records
        self.unknown = unknown
    }
}
