/// A mount namespace of root's, in which files of the machine are others: for daemons that read fixed paths, such as
/// cron. Nothing outside is changed.
///
/// The agent names programs in its own namespace alone, so that one is started in here.
package final class RootPlace: Sendable {
    private let rig: Rig
    private let holder: RunningProgram

    /// - Parameter mounts: a shell script that makes the place what it is to be.
    package static func open(on rig: Rig, _ mounts: String) async throws -> RootPlace {
        let script = "set -e\n\(mounts)\necho ready\nexec sleep 600"
        let holder = try Program(
            ["/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script],
            environment: rig.environment, user: .current
        ).start()
        try await holder.waitForOut("ready\n")
        return RootPlace(rig: rig, holder: holder)
    }

    private init(rig: Rig, holder: RunningProgram) {
        self.rig = rig
        self.holder = holder
    }

    /// Starts a program of root's in here.
    package func start(_ command: [String], environment: [String: String] = [:]) throws -> RunningProgram {
        try Program(
            ["/usr/bin/nsenter", "--mount=/proc/\(holder.pid)/ns/mnt"] + command, environment: environment,
            user: .current
        ).start()
    }

    /// Puts an agent of the rig's user that runs in here in the place of the one that runs.
    package func startAgent() async throws -> RunningProgram {
        let agent = try start(
            rig.folder.user.launcher + [rig.agentPath, "--replace"], environment: rig.environment)
        // The programs that stand before it on the command line each become the next one: the process stays.
        while try await rig.bus.ownerPID("org.acctstore.Agent1") != agent.pid {
            if agent.hasEnded { throw RigError("the agent ended: \(agent.err)") }
        }
        return agent
    }

    package func close() async {
        await holder.stop()
    }
}
