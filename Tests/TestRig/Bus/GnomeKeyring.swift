import Synchronization

/// A real gnome-keyring on a private bus.
///
/// Its collections are kept in the bus's home, so it can be stopped and started again on the same ones.
package final class GnomeKeyring: Sendable {
    package enum Start: Sendable, Equatable {
        /// The log-in keyring is made or opened with this password, and is the default collection.
        case unlocked
        /// No password is given: a keyring that was there stays locked, never unlocked; a new home has none at all.
        case locked
    }

    /// The password of every collection here. (With an empty one the daemon keeps secrets in the clear.)
    package static let password = "keyring password"
    package static let loginCollection = "/org/freedesktop/secrets/collection/login"

    private let bus: PrivateBus
    private let daemon: Mutex<RunningProgram>

    private init(bus: PrivateBus, daemon: RunningProgram) {
        self.bus = bus
        self.daemon = Mutex(daemon)
    }

    package static func start(on bus: PrivateBus, _ start: Start = .unlocked) async throws -> GnomeKeyring {
        GnomeKeyring(bus: bus, daemon: try await launch(on: bus, start))
    }

    /// Stops the daemon and starts it again on the same collections.
    package func restart(_ start: Start) async throws {
        await stop()
        let fresh = try await Self.launch(on: bus, start)
        daemon.withLock { $0 = fresh }
    }

    package func stop() async {
        await daemon.withLock(\.self).stop()
    }

    package var pid: Int32 { daemon.withLock(\.pid) }

    /// What the daemon wrote to stderr since its last start.
    package var errors: String { daemon.withLock(\.err) }

    /// Locks a collection that was in use.
    package func lock(_ collection: String = loginCollection) async throws {
        _ = try await bus.call(
            "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock",
            "['\(collection)']")
    }

    /// Unlocks a collection with no prompt, over the daemon's internal interface.
    package func unlock(_ collection: String = loginCollection) async throws {
        _ = try await script("unlock", collection)
    }

    package func isLocked(_ collection: String = loginCollection) async throws -> Bool {
        try await bus.call(
            "org.freedesktop.secrets", collection, "org.freedesktop.DBus.Properties.Get",
            "org.freedesktop.Secret.Collection", "Locked"
        ).contains("true")
    }

    /// Makes one more collection, unlocked, and answers its object path.
    package func makeCollection(label: String) async throws -> String {
        try await script("create", label).filter { !$0.isNewline }
    }

    /// Puts a collection behind the alias `default`; "/" for none.
    package func setDefault(_ collection: String) async throws {
        _ = try await bus.call(
            "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.SetAlias",
            "default", collection)
    }

    /// Does to items of the default collection what another program may do; see `secrets.py`. Returns once the keyring
    /// has answered, with how many there were.
    @discardableResult
    package func byAnotherProgram(_ verb: String, _ arguments: String...) async throws -> Int {
        try await bus.changeSecrets(verb, arguments)
    }

    private func script(_ arguments: String...) async throws -> String {
        let path = try Scripts.copy("keyring.py", into: bus.folder)
        return try await bus.run(["/usr/bin/python3", path] + arguments, input: .text(Self.password))
    }

    private static func launch(on bus: PrivateBus, _ start: Start) async throws -> RunningProgram {
        let control = try bus.folder.makeFolder("\(bus.session)/keyring")
        var command = [
            "/usr/bin/gnome-keyring-daemon", "--foreground", "--components=secrets", "--control-directory=\(control)",
        ]
        if start == .unlocked { command.append("--unlock") }
        var environment = bus.environment
        // The daemon breaks GLib's rules itself when a prompt is answered, and would not survive its own messages.
        environment["G_DEBUG"] = nil
        let program = Program(
            command, environment: environment, input: .text(start == .unlocked ? password : ""),
            user: bus.folder.user)
        let daemon = try program.start()
        try await bus.waitForOwner("org.freedesktop.secrets")
        return daemon
    }
}
