import AccountStore
import FoundationEssentials
import SecretBytes
import VaultKeychain

/// What a vault costs, in nanoseconds, a name and a number on each line: `scrypt` alone, as OpenSSL has it, and `unlock` with
/// 1,000 accounts; `list` of 1,000 accounts in an open vault; `lookup-N`, one account's secret among N; `write` of one change
/// among 1,000.
@main
struct Main {
    static let passphrase = SharedSecret(SecretBytes(copying: "correct horse battery staple".utf8))
    static let turns = 7

    static func main() async throws {
        print("scrypt \(median { _ in Floor.scrypt() })")
        try await withVault(1000) { vault in
            var times: [Int] = []
            for _ in 0..<turns {
                vault.forget()
                times.append(try await nanoseconds { try await vault.unlock(with: passphrase) })
            }
            print("unlock \(middle(times))")
            print("list \(try await median { _ in _ = try await vault.records([.account, .settings]) })")
            let first = try await vault.records(.account)[0]
            print(
                "write \(try await median { _ in try await vault.update(first.reference, to: first.record, secret: nil) })"
            )
        }
        for count in [10, 1000, 10_000] {
            try await withVault(count) { vault in
                let references = try await vault.records(.account).map(\.reference)
                let lookups = 1000
                let time = try await median { turn in
                    for step in 0..<lookups {
                        _ = try await vault.secrets(of: [references[(turn * 7919 + step * 104_729) % count]])
                    }
                }
                print("lookup-\(count) \(time / lookups)")
            }
        }
    }

    private static func withVault(_ count: Int, _ body: @Sendable (VaultKeychain) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-vault-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let vault = try VaultKeychain(
            environment: ["XDG_DATA_HOME": "\(folder)/data", "XDG_STATE_HOME": "\(folder)/state"], asking: Nobody(),
            notice: { _ in }, forgetAfter: { .seconds(900) })
        try await vault.make(with: passphrase)
        let secret = SharedSecret(SecretBytes(copying: String(repeating: "x", count: 400).utf8))
        try await vault.create((0..<count).map { NewRecord(account($0), secret: secret) })
        try await body(vault)
    }

    private static func account(_ number: Int) -> Record {
        Record(
            schema: .account,
            attributes: [
                "service": "twitter", "app": "default", "user-id": "\(1_000_000 + number)", "id": UUID().uuidString,
                "number": "\(number + 1)", "username": "user\(number)", "state": "ok", "ask": "once",
            ], label: "@user\(number) (twitter)")
    }

    private static func median(_ body: (Int) -> Void) -> Int {
        middle((0..<turns).map { turn in whole(ContinuousClock().measure { body(turn) }) })
    }

    private static func median(_ body: @Sendable (Int) async throws -> Void) async throws -> Int {
        var times: [Int] = []
        for turn in 0..<turns { times.append(try await nanoseconds { try await body(turn) }) }
        return middle(times)
    }

    private static func nanoseconds(_ body: @Sendable () async throws -> Void) async throws -> Int {
        let start = ContinuousClock.now
        try await body()
        return whole(start.duration(to: .now))
    }

    private static func whole(_ time: Duration) -> Int { Int(time / .nanoseconds(1)) }

    private static func middle(_ times: [Int]) -> Int { times.sorted()[times.count / 2] }
}

private struct Nobody: PassphraseAsking {
    func passphrase(
        _ question: PassphraseQuestion, of caller: Caller
    ) async throws(PassphraseRefusal) -> SharedSecret {
        throw .notAsked("nobody is here")
    }
}
