/// The way of a sandboxed program to the session bus, made as Flatpak makes it: a filter that runs in a sandbox of its own,
/// and a sandbox for each program that has the filter's socket in the place of the bus's.
package final class SandboxedBus: Sendable {
    private static let socket = "/run/bus"

    private let rig: Rig
    private let mark: String?
    private let socket: String
    private let filter: RunningProgram

    private init(rig: Rig, mark: String?, socket: String, filter: RunningProgram) {
        self.rig = rig
        self.mark = mark
        self.socket = socket
        self.filter = filter
    }

    /// - Parameters:
    ///   - name: tells the sandboxes of one rig apart.
    ///   - application: the Flatpak that the file at the sandbox's root names; `nil` for a sandbox without one.
    ///   - filterIsInside: false for a filter that runs outside, as other makers of sandboxes do it.
    package static func start(
        on rig: Rig, _ name: String = "sandbox", application: String? = nil, filterIsInside: Bool = true
    ) async throws -> SandboxedBus {
        let folder = try rig.folder.makeFolder(name)
        let mark = try application.map {
            try rig.folder.write(
                "[Application]\nname=\($0)\n\n[Instance]\ninstance-id=2784612334\n", to: "\(name)/flatpak-info")
        }
        let socket = folder + "/bus"
        let wall =
            ["/usr/bin/bwrap"] + Bubblewrap.system
            + ["--bind", folder, folder, "--ro-bind", rig.bus.socketFolder, rig.bus.socketFolder]
            + Bubblewrap.marked(by: mark) + ["--"]
        let filter = [
            "/usr/bin/xdg-dbus-proxy", rig.bus.address, socket, "--filter", "--talk=org.acctstore.Agent1",
        ]
        let running = try rig.program(filterIsInside ? wall + filter : filter).start()
        let bus = SandboxedBus(rig: rig, mark: mark, socket: socket, filter: running)
        try await eventually("the filtered bus of \(name)") {
            if running.hasEnded { throw RigError("the filter of \(name) ended: \(running.err)") }
            return Files.exists(socket)
        }
        return bus
    }

    /// A program inside, without a network and without the person's files, but for those that are named and the folder
    /// of our programs.
    package func program(_ command: [String], readable files: [String] = []) -> Program {
        let shown = (files + [rig.programs]).flatMap { ["--ro-bind", $0, $0] }
        return rig.program(
            ["/usr/bin/bwrap"] + Bubblewrap.system + shown
                + ["--ro-bind", socket, SandboxedBus.socket, "--unshare-all"] + Bubblewrap.marked(by: mark)
                + ["--setenv", "DBUS_SESSION_BUS_ADDRESS", "unix:path=\(SandboxedBus.socket)", "--"] + command)
    }

    /// `acctstore` inside, which in a development build needs the libraries of the Swift toolchain.
    package func acctstore(_ arguments: String...) async throws -> Outcome {
        try await program([rig.acctstorePath] + arguments, readable: rig.toolchainLibraries()).run()
    }

    /// What another's program inside gets from the agent: see agent_client.py.
    package func ask(_ words: String...) async throws -> Outcome {
        let client = try Scripts.copy("agent_client.py", into: rig.folder)
        return try await program(["/usr/bin/python3", client] + words, readable: [client]).run()
    }

    package func stop() async {
        await filter.stop()
    }
}
