/// A system bus with logind on it, which tells that the machine goes to sleep and waits for those who asked it to.
package final class LogindDouble: Sendable {
    private let bus: RunningProgram
    private let process: RunningProgram

    private init(bus: RunningProgram, process: RunningProgram) {
        self.bus = bus
        self.process = process
    }

    /// Starts it where every program of the session looks for its system bus; before the programs that are to find it.
    package static func start(for session: PrivateBus) async throws -> LogindDouble {
        let address = session.environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? ""
        let services = try session.folder.makeFolder("system-services")
        let config = try session.folder.write(
            PrivateBus.configuration(address: address, services: services), to: "system-bus.conf")
        let bus = try Program(
            ["/usr/bin/dbus-daemon", "--config-file=\(config)", "--nofork", "--print-address"],
            environment: session.environment, user: session.folder.user
        ).start()
        try await bus.waitForOut("\n")
        let script = try Scripts.copy("logind.py", into: session.folder)
        let process = try Program(
            ["/usr/bin/python3", script], environment: session.environment, input: .open, user: session.folder.user
        ).start()
        try await process.waitForOut("ready")
        return LogindDouble(bus: bus, process: process)
    }

    /// How often sleep was asked to wait, and how often it was let go on.
    package var delays: (taken: Int, released: Int) {
        let lines = process.out.split(separator: "\n")
        return (lines.count { $0 == "delay" }, lines.count { $0 == "released" })
    }

    /// Tells everybody that the machine goes to sleep, or that it is awake again.
    package func prepareForSleep(_ isGoing: Bool) {
        process.send(isGoing ? "sleep\n" : "awake\n")
    }

    package func stop() async {
        await process.stop()
        await bus.stop()
    }
}
