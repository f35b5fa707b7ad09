import AccountStore
import SecretServiceKeychain
import TestRig
import Testing

/// No bus, no provider, somebody else's bus: three answers.
@Suite struct UnreachableTests {
    private func error(_ environment: [String: String]) async -> KeychainError? {
        await #expect(throws: KeychainError.self) {
            try await SecretServiceKeychain(environment: environment).records(.account)
        }
    }

    @Test func noBusSaysWhatToStart() async {
        let error = await error([:])
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("DBUS_SESSION_BUS_ADDRESS") == true)
        #expect(error?.nextStep?.hasPrefix("dbus-run-session") == true)
    }

    @Test func aBusThatIsGoneIsNamedAsTheBus() async {
        let error = await error(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("session bus") == true)
    }

    @Test func aBusWithoutAProviderSaysWhatToStart() async throws {
        try await withBus { bus in
            let error = await error(bus.environment)
            #expect(error?.code == .unreachable)
            #expect(error?.message.contains("org.freedesktop.secrets") == true)
            #expect(error?.nextStep?.hasPrefix("gnome-keyring-daemon") == true)
        }
    }

    @Test func theBusIsFoundInTheRuntimeFolder() async throws {
        try await withKeyring { bus, _, _ in
            var environment = bus.environment
            environment["DBUS_SESSION_BUS_ADDRESS"] = nil
            let found = try await SecretServiceKeychain(environment: environment).records(.account)
            #expect(found.isEmpty)
        }
    }

    @Test func aBusThatEndsIsLeftForTheOneThatComes() async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let first = try await PrivateBus.start(in: folder)
        let keychain = SecretServiceKeychain(environment: first.environment)
        #expect(await KeychainContract.code { _ = try await keychain.isLocked() } == .unreachable)
        await first.stop()
        #expect(await KeychainContract.code { _ = try await keychain.isLocked() } == .unreachable)
        let second = try await PrivateBus.start(in: folder)
        let keyring = try await GnomeKeyring.start(on: second)
        #expect(try await keychain.isLocked() == false)
        await keyring.stop()
        await second.stop()
    }
}
