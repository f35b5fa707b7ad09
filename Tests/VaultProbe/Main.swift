import AccountModel
import AccountStore
import Glibc
import OwnFiles
import SecretBytes
import TestRig

@testable import VaultKeychain

/// Works on the vault of its environment, under `a passphrase`, as another process does.
///
///     vault-probe add NAME NUMBER        makes so many accounts, one after the other
///     vault-probe die STEP NAME          makes one, and is killed behind that step of its writing
///     vault-probe full NAME LIMIT        makes one where no file may be longer than so many bytes
///     vault-probe unsynced NAME STEP ERROR   makes one; from that step on nothing reaches the disk, for this error's number
///     vault-probe list                   the names of the accounts
@main
enum Main {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            try await run(arguments)
        } catch let error as KeychainError {
            print("\(error.code): \(error.message)")
            exit(1)
        } catch {
            print("\(error)")
            exit(2)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        switch arguments.first {
        case "add":
            let keychain = try keychain()
            for number in 0..<(Int(arguments[2]) ?? 0) {
                try await keychain.exclusively { try await add("\(arguments[1])\(number)", to: keychain) }
            }
        case "die":
            let step = ReplacingStep(rawValue: arguments[1])
            try await add(arguments[2], to: try keychain { if $0 == step { kill(getpid(), SIGKILL) } })
        case "full":
            signal(SIGXFSZ, SIG_IGN)
            let keychain = try keychain()
            try await keychain.unlock()
            let limit = rlim_t(arguments[2]) ?? 0
            var limits = rlimit(rlim_cur: limit, rlim_max: limit)
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
            try await add(arguments[1], to: keychain)
        case "unsynced":
            let (step, error) = (ReplacingStep(rawValue: arguments[2]), Int32(arguments[3]) ?? EIO)
            try await add(
                arguments[1], to: try keychain { if $0 == step { _ = FaultyKernel.begin(failing: ["fsync": error]) } })
        default:
            for stored in try await keychain().records(.account) { print(stored.record.label) }
        }
    }

    private static func add(_ name: String, to keychain: VaultKeychain) async throws {
        let record = Record(schema: .account, attributes: ["username": name], label: name)
        _ = try await keychain.create(record, secret: SharedSecret(SecretBytes(copying: "secret of \(name)".utf8)))
    }

    private static func keychain(
        reached: @escaping @Sendable (ReplacingStep) -> Void = { _ in }
    ) throws -> VaultKeychain {
        let variables = ["XDG_DATA_HOME", "XDG_STATE_HOME", "CREDENTIALS_DIRECTORY"]
        var environment: [String: String] = [:]
        for name in variables {
            environment[name] = unsafe getenv(name).map { unsafe String(cString: $0) }
        }
        return try VaultKeychain(
            environment: environment, asking: Nobody(), cost: ScryptCost(logarithmOfN: 4, r: 1, p: 1),
            notice: { print($0) }, reached: reached)
    }
}

/// The passphrase comes as a systemd credential.
private struct Nobody: PassphraseAsking {
    func passphrase(
        _ question: PassphraseQuestion, of caller: Caller
    ) async throws(PassphraseRefusal) -> SharedSecret {
        throw .notAsked("this is a test")
    }
}
