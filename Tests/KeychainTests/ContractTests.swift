import AccountStoreTesting
import Testing

@Suite struct ContractTests {
    @Test(arguments: KeychainContract.checks) func theSecretServiceKeepsTheContract(
        check: KeychainContract.Check
    ) async throws {
        try await withKeyring { _, _, keychain in try await check.run(keychain) }
    }

    @Test(arguments: KeychainContract.checks) func theVaultKeepsTheContract(
        check: KeychainContract.Check
    ) async throws {
        try await withVault { vault in try await check.run(vault.keychain) }
    }

    @Test(arguments: KeychainContract.checks) func theMemoryOfTestsKeepsTheContract(
        check: KeychainContract.Check
    ) async throws {
        try await check.run(MemoryKeychain())
    }
}
