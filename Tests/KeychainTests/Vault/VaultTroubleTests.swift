import AccountModel
import AccountStore
import Glibc
import TestRig
import Testing

@testable import VaultKeychain

/// What a vault says of a file that is not as it should be. Each is another answer, and the file stays as it is.
@Suite struct VaultTroubleTests {
    private typealias Contract = KeychainContract

    /// A closed view of a vault with one account, after its bytes were changed.
    private func trouble(
        _ change: ([UInt8]) throws -> [UInt8], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> KeychainError? {
        let found = Box<KeychainError>()
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let vault = try VaultFixture(folder)
        try await vault.keychain.make(with: VaultFixture.secret(VaultFixture.passphrase))
        _ = try await vault.keychain.create(Contract.account("alice"), secret: VaultFixture.secret("of alice"))
        let bytes = try change(try vault.bytes)
        try vault.write(bytes)
        let closed = try vault.another()
        do {
            try await closed.unlock(with: VaultFixture.secret(VaultFixture.passphrase))
        } catch {
            found.value = error
        }
        #expect(try vault.bytes == bytes, sourceLocation: sourceLocation)
        return found.value
    }

    @Test func aWrongPassphraseIsLockedAndSaysSo() async throws {
        try await withVault { vault in
            let before = try vault.bytes
            let closed = try vault.another()
            for wrong in ["", "A passphrase", "a passphrase "] {
                let error = await #expect(throws: KeychainError.self) {
                    try await closed.unlock(with: VaultFixture.secret(wrong))
                }
                #expect(error?.code == .locked && error?.message.contains("not the passphrase") == true)
            }
            #expect(try await closed.isLocked())
            #expect(try vault.bytes == before)
        }
    }

    @Test(arguments: [0, 1, 11, 12, 15, 16, 100, 175, 176, 177, -1, -16, -17])
    func whatIsCutShortIsTold(length: Int) async throws {
        let error = try await trouble { $0.prefix(length >= 0 ? length : $0.count + length) + [] }
        #expect(error?.code == .file && error?.message.contains("cut short") == true)
    }

    @Test func everyByteThatIsAlteredIsSeen() async throws {
        try await withVault { vault in
            _ = try await vault.keychain.create(Contract.account("alice"), secret: VaultFixture.secret("of alice"))
            let bytes = try vault.bytes
            for place in bytes.indices {
                var altered = bytes
                altered[place] ^= 1 << UInt8(place % 8)
                try vault.write(altered)
                let error = await #expect(throws: KeychainError.self) {
                    try await vault.another().unlock(with: VaultFixture.secret(VaultFixture.passphrase))
                }
                #expect(error?.code == .file, "\(place)")
                let words = place < 12 ? "no file of" : place < 176 ? "the header of" : "the content of"
                #expect(error?.message.contains(words) == true, "\(place)")
            }
        }
    }

    @Test func bytesBehindTheEndAreAnAlteration() async throws {
        let error = try await trouble { $0 + [0] }
        #expect(error?.code == .file && error?.message.contains("the content of") == true)
    }

    @Test func aForeignFileIsNoVault() async throws {
        let error = try await trouble { _ in Array("-----BEGIN PGP MESSAGE-----\n\n".utf8) }
        #expect(error?.code == .file && error?.message.contains("no file of acctstore") == true)
    }

    @Test func aLaterFormatIsNotConfigured() async throws {
        let error = try await trouble { bytes in
            // Longer, as a later header may be, with its checksum where every format has it.
            var header = Array(bytes[..<144])
            header[12] = 2
            header[15] = 200
            header += [UInt8](repeating: 7, count: 24)
            return header + (try Checksum.of(header[...])) + bytes[176...]
        }
        #expect(error?.code == .notConfigured && error?.message.contains("it has format 2") == true)
    }

    @Test(arguments: [(UInt8(24), UInt16(64), UInt16(1)), (20, 8, 1), (17, 8, 64), (0, 8, 1), (17, 0, 1)])
    func aHeaderCannotAskForGigabytes(logarithm: UInt8, r: UInt16, p: UInt16) async throws {
        let start = ContinuousClock.now
        let error = try await trouble { bytes in
            try VaultTroubleTests.asking(bytes, logarithm, r, p)
        }
        #expect(error?.code == .file && error?.message.contains("asks for") == true)
        #expect(start.duration(to: .now) < .seconds(20))
    }

    /// A file that asks for this cost, with a checksum that is right, which anybody can make.
    private static func asking(_ bytes: [UInt8], _ logarithm: UInt8, _ r: UInt16, _ p: UInt16) throws -> [UInt8] {
        var header = Array(bytes[..<144])
        header[16] = logarithm
        (header[18], header[19]) = (UInt8(r >> 8), UInt8(r & 255))
        (header[20], header[21]) = (UInt8(p >> 8), UInt8(p & 255))
        return header + (try Checksum.of(header[...])) + bytes[176...]
    }

    @Test(arguments: [UInt16(0), 1, 8, 64, 65, 0x7FFF, 0x8000, 0xFFFF])
    func noNumbersOfAHeaderEndTheProcess(r: UInt16) async throws {
        let bundle = try SealedBundle.seal([], passphrase: VaultFixture.secret("x"), cost: VaultFixture.cheap)
        try await withVault { vault in
            let bytes = try vault.bytes
            for logarithm in UInt8.min...UInt8.max {
                for p in [UInt16(0), 1, 64, 65, 0xFFFF] {
                    let isPossible = 1...24 ~= logarithm && 1...64 ~= r && 1...64 ~= p
                    for (file, kind) in [(bytes, SealedHeader.Kind.vault), (bundle, .bundle)] {
                        let hostile = try VaultTroubleTests.asking(file, logarithm, r, p)
                        do throws(FormatTrouble) {
                            let header = try SealedHeader(ofFile: hostile, kind: kind)
                            #expect(isPossible && header.cost.memory <= ScryptCost.mostMemory)
                            #expect(header.cost.work <= 16 * ScryptCost.today.work)
                        } catch {
                            guard case .unreasonable = error else {
                                Issue.record("\(error)")
                                continue
                            }
                            #expect(KeychainError(error, of: "FILE").message.contains("FILE asks for"))
                        }
                    }
                }
            }
        }
    }

    @Test func anotherKindOfFileIsNamed() async throws {
        let error = try await trouble { bytes in
            var header = try SealedHeader(ofFile: bytes, kind: .vault)
            header.kind = .bundle
            return try header.bytes() + bytes[176...]
        }
        #expect(error?.code == .file && error?.message.contains("is a bundle") == true)
    }

    @Test func aHeaderThatSomebodyElseMadeIsNotBelieved() async throws {
        // The checksum is right, which anybody can make; the proof is not.
        let error = try await trouble { bytes in
            var header = try SealedHeader(ofFile: bytes, kind: .vault)
            header.nonce[0] ^= 1
            return try header.bytes() + bytes[176...]
        }
        #expect(error?.code == .locked)
    }

    @Test func noFileIsNotConfiguredAndNamesTheCommand() async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let vault = try VaultFixture(folder)
        for attempt in [
            { _ = try await vault.keychain.records(.account) }, { try await vault.keychain.unlock() },
            { try await vault.keychain.unlock(with: VaultFixture.secret("x")) },
            { _ = try await vault.keychain.create(Contract.account("a"), secret: VaultFixture.secret("x")) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: KeychainError.self) { try await attempt() }
            #expect(error?.code == .notMade && error?.nextStep == "acctstore vault passphrase")
        }
        #expect(await vault.keychain.glance(at: [.account]).status.state == .absent)
        #expect(vault.person.asked.isEmpty)
        #expect(folder.read("data/acctstore/vault") == nil)
    }

    @Test func aLinkIsNotFollowed() async throws {
        try await withVault { vault in
            let elsewhere = try vault.folder.write(try vault.bytes, to: "elsewhere")
            vault.folder.forget("data/acctstore/vault")
            unsafe symlink(elsewhere, vault.keychain.path)
            let closed = try vault.another()
            let error = await #expect(throws: KeychainError.self) {
                try await closed.unlock(with: VaultFixture.secret(VaultFixture.passphrase))
            }
            #expect(error?.code == .file && error?.message.contains("is a link") == true)
        }
    }

    @Test func anothersFileAndOneThatCannotBeReadAreFileErrors() async throws {
        guard getuid() == 0 else { return }
        try await withVault { vault in
            unsafe chown(vault.keychain.path, 65534, 65534)
            let foreign = await #expect(throws: KeychainError.self) { try await vault.another().unlock() }
            #expect(foreign?.code == .file && foreign?.message.contains("belongs to another user") == true)
            unsafe chown(vault.keychain.path, 0, 0)
            vault.folder.forget("data/acctstore/vault")
            unsafe mkdir(vault.keychain.path, 0o700)
            let folder = await #expect(throws: KeychainError.self) { try await vault.another().unlock() }
            #expect(folder?.code == .file)
        }
    }

    @Test func theFileAndItsFolderArePrivate() async throws {
        try await withVault { vault in
            var status = stat()
            unsafe stat(vault.keychain.path, &status)
            #expect(status.st_mode & 0o7777 == 0o600)
            unsafe stat(vault.folder.path("data/acctstore"), &status)
            #expect(status.st_mode & 0o7777 == 0o700)
        }
    }
}

/// A value that a closure leaves.
private final class Box<Value> {
    var value: Value?
}
