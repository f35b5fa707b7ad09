import AccountModel
import AccountStore
import Glibc
import OwnFiles
import SecretBytes
import Synchronization
import TestRig
import Testing

@testable import VaultKeychain

/// A vault in a folder of its own, open under `a passphrase`, with little work for a try.
struct VaultFixture: Sendable {
    static let passphrase = "a passphrase"
    /// A folder that gives it as systemd does, for other processes.
    static let credentials = "given"
    static let cheap = ScryptCost(logarithmOfN: 4, r: 1, p: 1)

    let folder: TemporaryFolder
    let person: ScriptedPassphrases
    let keychain: VaultKeychain

    var environment: [String: String] {
        ["XDG_DATA_HOME": folder.path("data"), "XDG_STATE_HOME": folder.path("state")]
    }

    init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        try folder.write(VaultFixture.passphrase, to: "\(VaultFixture.credentials)/acctstore-passphrase")
        person = ScriptedPassphrases()
        keychain = try VaultKeychain(
            environment: [
                "XDG_DATA_HOME": folder.path("data"), "XDG_STATE_HOME": folder.path("state"),
            ], asking: person, cost: VaultFixture.cheap)
    }

    /// Another process's view of the same file, closed.
    func another(
        cost: ScryptCost = VaultFixture.cheap, pause: Duration = .zero, forgetAfter: Duration = .seconds(900),
        more: [String: String] = [:]
    ) throws -> VaultKeychain {
        try VaultKeychain(
            environment: environment.merging(more) { $1 }, asking: person, cost: cost, pause: pause,
            forgetAfter: { forgetAfter })
    }

    var bytes: [UInt8] {
        get throws { try folder.bytes("data/acctstore/vault") }
    }

    func write(_ bytes: [UInt8]) throws {
        try folder.write(bytes, to: "data/acctstore/vault")
    }

    static func secret(_ text: String) -> SharedSecret { SharedSecret(SecretBytes(copying: text.utf8)) }
}

/// The contract's requests are nobody's: whoever asks has this caller.
func withVault(_ body: @Sendable (VaultFixture) async throws -> Void) async throws {
    let folder = try TemporaryFolder(user: .current)
    defer { folder.remove() }
    let vault = try VaultFixture(folder)
    try await vault.keychain.make(with: VaultFixture.secret(VaultFixture.passphrase))
    let caller = Caller(program: .terminal, instance: .init(rawValue: "test"), isRunning: { true })
    try await Caller.$current.withValue(caller) { try await body(vault) }
}

/// A person who types what is told, and the right passphrase where nothing is.
final class ScriptedPassphrases: PassphraseAsking {
    private let state = Mutex((answers: [Result<String, PassphraseRefusal>](), asked: [PassphraseQuestion]()))
    /// Is waited for before each answer.
    private let thinking: @Sendable () async -> Void

    init(thinking: @escaping @Sendable () async -> Void = {}) {
        self.thinking = thinking
    }

    func answer(with answers: Result<String, PassphraseRefusal>...) {
        state.withLock { $0.answers += answers }
    }

    var asked: [PassphraseQuestion] { state.withLock(\.asked) }

    func passphrase(
        _ question: PassphraseQuestion, of caller: Caller
    ) async throws(PassphraseRefusal) -> SharedSecret {
        let answer = state.withLock { state in
            state.asked.append(question)
            return state.answers.isEmpty ? .success(VaultFixture.passphrase) : state.answers.removeFirst()
        }
        await thinking()
        return VaultFixture.secret(try answer.get())
    }
}
