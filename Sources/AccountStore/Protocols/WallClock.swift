public import FoundationEssentials
public import SecretBytes

/// What the store takes from the world beside its keychain, its transport and its person: the time, and chance.
public protocol WallClock: Sendable {
    /// The time that signatures, grants and records carry.
    func now() -> Date
    /// A fresh `oauth_nonce`: letters and digits, never the same twice (RFC 5849, section 3.3).
    func nonce() -> String
    /// A fresh random UUID in lower case (RFC 9562, version 4).
    func uuid() -> String
    /// Fresh octets from the system's random source, for what nobody may guess.
    func randomOctets(_ count: Int) -> SecretBytes
    /// Lets so many seconds pass; ends early, with an error, where the task is cancelled.
    func pause(_ seconds: Double) async throws
}
