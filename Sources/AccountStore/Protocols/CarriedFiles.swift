public import SecretBytes

/// What accounts are carried in from other programs, and from one machine to another.
public struct CarriedFiles: Sendable {
    /// Understands the files of other programs.
    public var foreign: any ForeignFileReading
    /// Seals and opens bundles.
    public var bundles: any BundleSealing
    /// Asks for the passphrase of a bundle where the front end does not.
    public var asking: any PassphraseAsking

    /// Makes a set of its parts.
    public init(foreign: any ForeignFileReading, bundles: any BundleSealing, asking: any PassphraseAsking) {
        self.foreign = foreign
        self.bundles = bundles
        self.asking = asking
    }
}

/// Seals records under a passphrase, to be carried to another machine. Both ways block their thread for about a second.
public protocol BundleSealing: Sendable {
    /// The bytes of a file that holds the records.
    func seal(_ records: [NewRecord], passphrase: SharedSecret) throws(KeychainError) -> [UInt8]

    /// What a file holds. Throws `locked` for another passphrase, `notConfigured` for a file of a later release, `file` for
    /// one that is no bundle, cut short or altered.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - passphrase: the one that it was sealed under.
    ///   - name: of the file, for messages.
    func open(_ bytes: [UInt8], passphrase: SharedSecret, name: String) throws(KeychainError) -> [NewRecord]

    /// Throws as ``open(_:passphrase:name:)`` does for what can be told without the passphrase.
    func check(_ bytes: [UInt8], name: String) throws(KeychainError)
}
