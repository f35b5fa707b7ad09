/// A session bus of the tests' own, on which nothing starts by accident.
package final class PrivateBus: Sendable {
    /// The value for `DBUS_SESSION_BUS_ADDRESS`.
    package let address: String
    /// What a program needs to be on this bus, with a home of its own.
    package let environment: [String: String]
    package let folder: TemporaryFolder
    /// The name of the session's runtime folder.
    let session: String
    private let daemon: RunningProgram
    private let slot: BusSlot

    private init(
        address: String, environment: [String: String], folder: TemporaryFolder, session: String,
        daemon: RunningProgram, slot: BusSlot
    ) {
        self.address = address
        self.environment = environment
        self.folder = folder
        self.session = session
        self.daemon = daemon
        self.slot = slot
    }

    /// Starts a bus whose socket, home and folders lie in `folder`; it belongs to that folder's user.
    ///
    /// - Parameters:
    ///   - session: the name of its runtime folder: another one for another log-in of the same person.
    ///   - activatable: programs that the bus may start: the name on the bus and the command line.
    ///   - admitsEverybody: also lets other users connect, which a real session bus does not. For tests that use the
    ///     bus from their own process while it belongs to another user.
    package static func start(
        in folder: TemporaryFolder, session: String = "run", environment more: [String: String] = [:],
        activatable: [String: String] = [:], admitsEverybody: Bool = false
    ) async throws -> PrivateBus {
        try await start(
            in: folder, session: session, environment: more, activatable: activatable,
            admitsEverybody: admitsEverybody, holding: await BusSlot.take())
    }

    /// - Parameter slot: what the caller took; it is given back with the bus.
    static func start(
        in folder: TemporaryFolder, session: String = "run", environment more: [String: String],
        activatable: [String: String], admitsEverybody: Bool = false, holding slot: BusSlot
    ) async throws -> PrivateBus {
        let home = try PrivateHome(in: folder, session: session)
        let address = "unix:path=\(home.runtime)/bus"
        var environment = home.environment.merging(more) { $1 }
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
        let services = try folder.makeFolder("bus-services")
        for (name, command) in activatable {
            try folder.write("[D-BUS Service]\nName=\(name)\nExec=\(command)\n", to: "bus-services/\(name).service")
        }
        let config = try folder.write(
            configuration(address: address, services: services, admitsEverybody: admitsEverybody),
            to: "\(session)-bus.conf")
        let daemon = try Program(
            ["/usr/bin/dbus-daemon", "--config-file=\(config)", "--nofork", "--print-address"],
            environment: environment, user: folder.user
        ).start()
        try await daemon.waitForOut("\n")
        return PrivateBus(
            address: address, environment: environment, folder: folder, session: session, daemon: daemon, slot: slot)
    }

    package var pid: Int32 { daemon.pid }

    /// The folder that holds the socket of the bus.
    var socketFolder: String { Files.parent(of: String(address.dropFirst("unix:path=".count))) }

    /// What the bus and the programs that it started wrote to stderr.
    package var errors: String { daemon.err }

    package func stop() async {
        await daemon.stop()
    }

    /// Runs `gdbus call` as the bus's user and answers what it printed.
    package func call(
        _ destination: String, _ path: String, _ method: String, _ arguments: String...
    ) async throws -> String {
        let command = ["/usr/bin/gdbus", "call", "--session", "-d", destination, "-o", path, "-m", method]
        return try await run(command + arguments)
    }

    /// Whether a name has an owner now.
    package func hasOwner(_ name: String) async throws -> Bool {
        try await call("org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner", name).contains("true")
    }

    /// The pid of the owner of a name.
    package func ownerPID(_ name: String) async throws -> Int32 {
        let answer = try await call(
            "org.freedesktop.DBus", "/", "org.freedesktop.DBus.GetConnectionUnixProcessID", name)
        guard let pid = Int32(answer.split(separator: " ").last?.prefix(while: \.isNumber) ?? "") else {
            throw RigError("the pid behind \(name): \(answer)")
        }
        return pid
    }

    /// Waits until a name has an owner.
    package func waitForOwner(_ name: String) async throws {
        _ = try await run(["/usr/bin/gdbus", "wait", "--session", "--timeout", "60", name])
    }

    /// Does to items of the default collection what another program may do; see `secrets.py`.
    @discardableResult
    package func changeSecrets(_ verb: String, _ arguments: [String]) async throws -> Int {
        let path = try Scripts.copy("secrets.py", into: folder)
        let said = try await run(["/usr/bin/python3", path, verb] + arguments)
        guard let count = said.split(whereSeparator: \.isWhitespace).last.flatMap({ Int($0) }) else {
            throw RigError("secrets.py said “\(said)”")
        }
        return count
    }

    /// Waits until the provider has an open collection behind the alias `default`.
    func waitForOpenCollection() async throws {
        let end = ContinuousClock.now + .seconds(60)
        while try await !hasOpenCollection() {
            guard ContinuousClock.now < end else { throw RigError("the provider has no open default collection") }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func hasOpenCollection() async throws -> Bool {
        let answer = try await call(
            "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.ReadAlias", "default"
        )
        guard let path = answer.split(separator: "'").dropFirst().first, path != "/" else { return false }
        return try await call(
            "org.freedesktop.secrets", String(path), "org.freedesktop.DBus.Properties.Get",
            "org.freedesktop.Secret.Collection", "Locked"
        ).contains("false")
    }

    /// Runs a program on this bus that must succeed, and answers its stdout.
    func run(_ command: [String], input: Program.Input = .none) async throws -> String {
        let program = Program(command, environment: environment, input: input, user: folder.user)
        let outcome = try await program.run()
        guard outcome.status == 0 else {
            throw RigError("\(command.joined(separator: " ")): status \(outcome.status), \(outcome.err)")
        }
        return outcome.out
    }

    static func configuration(address: String, services: String, admitsEverybody: Bool = false) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <keep_umask/>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          <servicedir>\(services)</servicedir>
          <policy context="default">
            \(admitsEverybody ? #"<allow user="*"/>"# : "")
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
          <!-- As a real session bus has them: next to none. -->
          <limit name="max_incoming_bytes">1000000000</limit>
          <limit name="max_outgoing_bytes">1000000000</limit>
          <limit name="max_message_size">1000000000</limit>
          <limit name="max_completed_connections">100000</limit>
          <limit name="max_connections_per_user">100000</limit>
          <limit name="max_replies_per_connection">50000</limit>
        </busconfig>

        """
    }
}
