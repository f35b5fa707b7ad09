internal import AccountStore
internal import FoundationEssentials

/// The system's time, and its random numbers.
struct SystemClock: WallClock {
    func now() -> Date {
        Date()
    }

    /// 32 letters and digits, each of 62: 190 bits.
    func nonce() -> String {
        String((0..<32).map { _ in SystemClock.alphabet[Int.random(in: SystemClock.alphabet.indices)] })
    }

    func uuid() -> String {
        UUID().uuidString.lowercased()
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
}
