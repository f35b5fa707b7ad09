internal import AccountModel
internal import AccountStore
internal import VaultKeychain

/// The vault's file, as far as it tells without its passphrase.
struct VaultCheck: SurroundingsCheck {
    let vault: Result<VaultKeychain, KeychainError>
    /// `nil` where the configuration does not tell.
    let isInUse: @Sendable () -> Bool?

    private static let name = "vault"

    func findings() async -> [Finding] {
        do throws(KeychainError) {
            let vault = try vault.get()
            let use = isInUse()
            guard let facts = try await vault.facts() else {
                // That a vault which is in use is not there is the keychain's trouble.
                return [.ok(Self.name, use == true ? "\(vault.path) is not there yet" : "none, and none is in use")]
            }
            return [Self.finding(facts, vault.path, use: use)]
        } catch {
            let error = BrokerError(error)
            // What nobody uses stands in nobody's way.
            if isInUse() == false {
                return [.note(Self.name, "\(error.message); it is not in use", next: error.nextStep)]
            }
            return [.problem(Self.name, error)]
        }
    }

    private static func finding(_ facts: VaultFacts, _ path: String, use: Bool?) -> Finding {
        let words =
            "\(path), format \(facts.format), \(facts.derivation) (\(facts.memory >> 20) MiB), \(facts.length) bytes, "
            + "whole as far as it shows without its passphrase"
        if use == false { return .note(name, words + "; not in use", next: "acctstore migrate --to vault") }
        guard facts.isWeakerThanToday else { return .ok(name, words) }
        return .note(
            name, words + "; a try of its passphrase costs less than in a new file", next: "acctstore vault passphrase")
    }
}
