import Glibc
import Synchronization

/// Everything that stands in for a person's machine: a home, a session bus, a keyring, a service, and copies of our programs.
///
/// As root all of it but the service runs as uid 65534. Use ``withRig(_:_:)``, which takes it down again.
package final class Rig: Sendable {
    package let folder: TemporaryFolder
    package let bus: PrivateBus
    package let keyring: GnomeKeyring?
    package let fakeSecrets: FakeSecretService?
    package let otherProvider: (any SecretsProvider)?
    package let service: TestService?
    private let terminals = Mutex<[Terminal]>([])

    /// The folder with the copies of `acctstore` and `acctstore-agent`.
    package var programs: String { folder.path("bin") }
    package var acctstorePath: String { programs + "/acctstore" }
    package var agentPath: String { programs + "/acctstore-agent" }
    /// The environment of every program here, the terminal's shell included.
    package var environment: [String: String] { bus.environment }

    private init(
        folder: TemporaryFolder, bus: PrivateBus, keyring: GnomeKeyring?, fakeSecrets: FakeSecretService?,
        otherProvider: (any SecretsProvider)?, service: TestService?
    ) {
        self.folder = folder
        self.bus = bus
        self.keyring = keyring
        self.fakeSecrets = fakeSecrets
        self.otherProvider = otherProvider
        self.service = service
    }

    fileprivate static func start(
        _ options: RigOptions, in folder: TemporaryFolder, holding slot: BusSlot
    ) async throws -> Rig {
        async let service = options.hasService ? TestService.start() : nil
        let built = try PackageFiles.builtPrograms
        for name in ["acctstore", "acctstore-agent", "acctstore-reveal"] {
            try folder.copy("\(built)/\(name)", to: "bin/\(name)")
        }
        var environment = options.environment
        environment["PATH"] = folder.path("bin") + ":/usr/local/bin:/usr/bin:/bin"
        let agent = ["org.acctstore.Agent1": folder.path("bin/acctstore-agent")]
        let bus = try await PrivateBus.start(
            in: folder, environment: environment, activatable: options.activatesAgent ? agent : [:],
            admitsEverybody: options.admitsEverybody, holding: slot)
        var keyring: GnomeKeyring?
        var fakeSecrets: FakeSecretService?
        var otherProvider: (any SecretsProvider)?
        switch options.secrets {
        case .gnomeKeyring(let start): keyring = try await GnomeKeyring.start(on: bus, start)
        case .fake(let behaviour): fakeSecrets = try await FakeSecretService.start(on: bus, behaviour)
        case .other(let kind, let desktop): otherProvider = try await kind.start(on: bus, at: desktop)
        case .none: break
        }
        let started = try await service
        if let started {
            try folder.describe("local", started.description())
            if options.describesModern { try folder.describe("modern", started.description(.twitter2)) }
        }
        if let configuration = options.configuration {
            try folder.write(configuration, to: "home/.config/acctstore/acctstore.conf")
        }
        return Rig(
            folder: folder, bus: bus, keyring: keyring, fakeSecrets: fakeSecrets, otherProvider: otherProvider,
            service: started)
    }

    /// Runs `acctstore` as a program without a terminal.
    package func acctstore(
        _ arguments: String..., input: Program.Input = .none, deadline: Duration = .seconds(60)
    ) async throws -> Outcome {
        try await program([acctstorePath] + arguments, input: input).run(deadline: deadline)
    }

    /// A program of the rig's user, in the rig's environment and without a terminal.
    package func program(_ command: [String], input: Program.Input = .none) -> Program {
        Program(command, environment: environment, input: input, user: folder.user, directory: folder.path)
    }

    /// Makes an executable script and answers its path: a program that may be granted something.
    package func script(_ name: String, _ text: String) throws(RigError) -> String {
        try folder.write(text, to: "home/bin/\(name)", mode: 0o755)
    }

    /// Opens a terminal, with `acctstore` on the PATH. It is closed with the rig: its shell and the thread that reads its
    /// screen would else stay, and after some hundred of them no other would get a thread.
    ///
    /// - Parameter environment: of its shell, where that is another one than the rig's.
    package func terminal(_ environment: [String: String]? = nil) async throws -> Terminal {
        let terminal = try await Terminal.open(in: folder, environment: environment ?? self.environment)
        terminals.withLock { $0.append(terminal) }
        return terminal
    }

    /// What the parts of the rig wrote to stderr, for the message of a failure.
    package var logs: String {
        let parts = [
            ("bus and agent", bus.errors), ("keyring", keyring?.errors), ("fake secrets", fakeSecrets?.errors),
            ("provider", otherProvider?.errors), ("service", service?.errors),
        ]
        return parts.compactMap { name, text in
            guard let text, !text.isEmpty else { return nil }
            return "--- \(name)\n\(text)"
        }.joined(separator: "\n")
    }

    fileprivate func stop() async {
        for terminal in terminals.withLock(\.self) { await terminal.close() }
        RigProcesses.kill(of: folder)
        await service?.stop()
        await keyring?.stop()
        await fakeSecrets?.stop()
        await otherProvider?.stop()
        await bus.stop()
    }
}

/// Sets up a rig, gives it to `body`, and takes it down whatever happens.
///
/// - Throws: what `body` throws; where that is not a ``RigError`` of its own, the rig's logs are added to it.
package func withRig<Value: Sendable>(
    _ options: RigOptions = RigOptions(), isolation: isolated (any Actor)? = #isolation,
    _ body: (Rig) async throws -> Value
) async throws -> Value {
    // Before anything is started: the tests that wait for their turn are many.
    let slot = await BusSlot.take()
    let folder = try TemporaryFolder()
    defer {
        RigProcesses.kill(of: folder)
        folder.remove()
    }
    let rig = try await Rig.start(options, in: folder, holding: slot)
    let result: Result<Value, any Error>
    do {
        result = .success(try await body(rig))
    } catch {
        result = .failure(rig.logs.isEmpty ? error : RigError("\(error)\n\(rig.logs)"))
    }
    await rig.stop()
    return try result.get()
}
