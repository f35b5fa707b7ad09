internal import AccountStore
internal import FoundationEssentials
internal import SecretBytes

/// The system's time, and its random numbers.
struct SystemClock: WallClock {
    func now() -> Date {
        Date()
    }

    /// 30 letters and digits, each of 62: 178 bits. The system is asked for ten of them at a time.
    func nonce() -> String {
        var letters: [UInt8] = []
        for _ in 0..<3 {
            var number = UInt64.random(in: 0..<SystemClock.tenLetters)
            for _ in 0..<10 {
                letters.append(SystemClock.alphabet[Int(number % 62)])
                number /= 62
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }

    func uuid() -> String {
        UUID().uuidString.lowercased()
    }

    func randomOctets(_ count: Int) -> SecretBytes {
        var octets = SecretBytes(capacity: count)
        for _ in 0..<count { octets.append(UInt8.random(in: .min ... .max)) }
        return octets
    }

    func pause(_ seconds: Double) async throws {
        try await Task.sleep(for: .seconds(seconds))
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    /// 62 to the power of 10: how many texts of ten there are.
    private static let tenLetters: UInt64 = 839_299_365_868_340_224
}
