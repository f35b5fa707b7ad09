/// A passphrase that was read from a descriptor and is kept for a moment, for the call that is to use it.
///
/// It is the program's own that gave it, goes after two minutes, and tells nothing of the passphrase.
public struct PassphraseHandle: Hashable, Sendable, RawRepresentable {
    /// Random, and nothing else.
    public let rawValue: String

    /// A handle that the agent gave.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// A passphrase that is to be set: typed twice, so that nobody locks himself out by a slip.
public enum NewPassphrase: Hashable, Sendable {
    /// The agent asks for it, by a dialog.
    case asked
    /// Both have to be the same.
    case held(PassphraseHandle, repeated: PassphraseHandle)
}

/// What became of a migration from one keychain to another.
public struct MigrationReport: Hashable, Sendable {
    /// Where the records were and still are.
    public var source: KeychainStatus
    /// Where they are now as well.
    public var target: KeychainStatus
    /// Accounts that both have.
    public var accounts: Int
    /// Records of every kind that both have, accounts among them.
    public var records: Int
    /// Records that were not in the target before.
    public var copied: Int
    /// Accounts whose tokens are renewed: what is used in one place ends the copy in the other.
    public var renewed: Int
    /// How the person puts the target to use: a command that works when it is pasted, or a short sentence.
    public var choice: String

    /// Makes a report of its parts.
    public init(
        source: KeychainStatus, target: KeychainStatus, accounts: Int, records: Int, copied: Int, renewed: Int,
        choice: String
    ) {
        self.source = source
        self.target = target
        self.accounts = accounts
        self.records = records
        self.copied = copied
        self.renewed = renewed
        self.choice = choice
    }
}
