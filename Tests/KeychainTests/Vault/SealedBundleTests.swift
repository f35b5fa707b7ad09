import AccountStore
import FoundationEssentials
import SecretBytes
import Testing

@testable import VaultKeychain

@Suite struct SealedBundleTests {
    private typealias Contract = KeychainContract

    private let records = [
        NewRecord(Contract.account("alice", ["description": "é 漢"]), secret: Contract.secret("of alice")),
        NewRecord(
            Record(schema: .app, attributes: ["service": "twitter"], label: "default"),
            secret: Contract.secret("of app")),
    ]

    private func sealed() throws -> [UInt8] {
        try SealedBundle.seal(records, passphrase: Contract.secret("on the way"), cost: VaultFixture.cheap)
    }

    @Test func whatWasSealedComesOutInItsOrder() throws {
        let opened = try open(try sealed(), "on the way").records
        #expect(opened.map(\.record) == records.map(\.record))
        #expect(opened.map { Contract.bytes($0.secret) } == records.map { Contract.bytes($0.secret) })
    }

    @Test func manySecretsTakeFewLockedPages() throws {
        let secret = Contract.secret(String(repeating: "s", count: 100))
        let many = (0..<3000).map { NewRecord(Contract.account("a\($0)"), secret: secret) }
        let bytes = try SealedBundle.seal(many, passphrase: secret, cost: VaultFixture.cheap)
        let before = try lockedKilobytes()
        let opened = try SealedBundle.open(file(bytes), passphrase: secret, name: "bundle").records
        #expect(opened.count == 3000 && opened.allSatisfy { $0.secret.isSame(as: secret) })
        // 300 KB of secrets; other tests lock some meanwhile.
        #expect(try lockedKilobytes() - before < 3000)
    }

    private func lockedKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmLck:") })
        return try #require(line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first)
    }

    @Test func itsTroublesAreToldApart() throws {
        let bytes = try sealed()
        var (altered, vault) = (bytes, bytes)
        altered[bytes.count - 1] ^= 1
        vault[13] = SealedHeader.Kind.vault.rawValue
        #expect(code(bytes, "wrong") == .locked)
        #expect(code(bytes, "") == .locked)
        #expect(code(altered, "on the way") == .file)
        #expect(code(bytes.dropLast() + [], "on the way") == .file)
        #expect(code(Array("oauth_token=x".utf8), "on the way") == .file)
        #expect(throws: KeychainError.self) { try SealedBundle.check(file(altered.prefix(100) + []), name: "x") }
        try SealedBundle.check(file(bytes), name: "x")
    }

    @Test func aVaultIsNoBundle() async throws {
        try await withVault { vault in
            let bytes = try vault.bytes
            let error = #expect(throws: KeychainError.self) {
                try SealedBundle.open(
                    file(bytes), passphrase: VaultFixture.secret(VaultFixture.passphrase), name: "FILE")
            }
            #expect(error?.message.contains("FILE is a vault") == true)
        }
    }

    @Test func anEmptyPassphraseSealsNothing() {
        let error = #expect(throws: KeychainError.self) {
            try SealedBundle.seal(records, passphrase: Contract.secret(""))
        }
        #expect(error?.code == .refused)
    }

    @Test func whatWouldBeTooLongToReadIsNotWritten() throws {
        let large = NewRecord(
            Contract.account("a", ["description": String(repeating: "d", count: CarriedFiles.longestBundle)]),
            secret: Contract.secret("s"))
        let error = #expect(throws: KeychainError.self) {
            try SealedBundle.seal([large], passphrase: Contract.secret("p"), cost: VaultFixture.cheap)
        }
        #expect(error?.code == .refused && error?.message.contains("32 MiB") == true)
    }

    @Test func aRecordThatOnlyALaterReleaseKnowsIsCounted() throws {
        let keys = try SealingKeys.new(passphrase: Contract.secret("p"), cost: VaultFixture.cheap)
        var known = SealedRecords(keys: keys)
        for new in records { _ = try known.add(new.record, secret: new.secret) }
        let first = known.records[0]
        let later = SealedRecord(
            id: first.id, schema: "org.acctstore.Later", label: "", attributes: [:], secret: first.secret)
        let bytes = try SealedRecords(keys: keys, records: known.records + [later]).file(of: .bundle)
        let opened = try open(bytes, "p")
        #expect(opened.records.count == 2 && opened.unknown == 1)
    }

    private func file(_ bytes: [UInt8]) -> SharedSecret { SharedSecret(SecretBytes(copying: bytes.span)) }

    private func open(_ bytes: [UInt8], _ passphrase: String) throws(KeychainError) -> OpenedBundle {
        try SealedBundle.open(file(bytes), passphrase: Contract.secret(passphrase), name: "bundle")
    }

    private func code(_ bytes: [UInt8], _ passphrase: String) -> KeychainError.Code? {
        do throws(KeychainError) {
            _ = try open(bytes, passphrase)
            return nil
        } catch {
            return error.code
        }
    }
}
