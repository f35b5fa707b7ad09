import AccountStore
import Glibc
import TestRig
import Testing

@testable import SecretServiceKeychain

/// The lock between processes, as a file.
@Suite struct StateLockTests {
    private let folder: TemporaryFolder
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder(user: .current)
        environment = ["XDG_STATE_HOME": folder.path("state")]
    }

    private func mode(_ name: String) -> mode_t {
        var status = stat()
        guard unsafe lstat(folder.path(name), &status) == 0 else { return 0 }
        return status.st_mode & 0o7777
    }

    /// Whether another process could take the lock now.
    private func isFree() async throws -> Bool {
        let program = Program(
            ["/usr/bin/flock", "--nonblock", folder.path("state/acctstore/lock"), "true"], environment: [:],
            user: .current)
        return try await program.run().status == 0
    }

    @Test func anotherProcessIsShutOutForTheTimeOfTheChange() async throws {
        let keychain = SecretServiceKeychain(environment: environment)
        let during = try await keychain.exclusively { try await isFree() }
        #expect(!during)
        #expect(try await isFree())
        folder.remove()
    }

    @Test func theFileAndItsFolderArePrivate() async throws {
        try folder.makeFolder("state/acctstore")
        unsafe chmod(folder.path("state/acctstore"), 0o755)
        try folder.write("", to: "state/acctstore/lock", mode: 0o644)
        try await SecretServiceKeychain(environment: environment).exclusively {}
        #expect(mode("state/acctstore") == 0o700)
        #expect(mode("state/acctstore/lock") == 0o600)
        folder.remove()
    }

    @Test func aNewHomeGetsTheFoldersItNeeds() async throws {
        try await SecretServiceKeychain(environment: ["HOME": folder.path("home")]).exclusively {}
        #expect(mode("home/.local/state/acctstore") == 0o700)
        #expect(mode("home/.local/state/acctstore/lock") == 0o600)
        folder.remove()
    }

    @Test(arguments: [true, false]) func aLinkInTheWayIsRefused(linksFolder: Bool) async throws {
        try folder.makeFolder("elsewhere")
        try folder.makeFolder(linksFolder ? "state" : "state/acctstore")
        let link = folder.path(linksFolder ? "state/acctstore" : "state/acctstore/lock")
        #expect(unsafe symlink(folder.path("elsewhere"), link) == 0)
        let error = await #expect(throws: KeychainError.self) {
            try await SecretServiceKeychain(environment: environment).exclusively {}
        }
        #expect(error?.code == .file)
        #expect(error?.message.contains("acctstore") == true)
        folder.remove()
    }

    @Test func withoutAPlaceThereIsNoLock() async {
        let error = await #expect(throws: KeychainError.self) {
            try await SecretServiceKeychain(environment: [:]).exclusively {}
        }
        #expect(error?.code == .file)
    }
}
