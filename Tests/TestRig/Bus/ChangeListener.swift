/// A program on the session's bus that hears the agent's signals.
package final class ChangeListener: Sendable {
    private let process: RunningProgram

    private init(process: RunningProgram) {
        self.process = process
    }

    /// Starts it; it has a name of its own for the agent, `script:` and ``path(in:named:)``.
    package static func start(in rig: Rig, named name: String) async throws -> ChangeListener {
        let process = try rig.program([try path(in: rig, named: name)]).start()
        try await process.waitForOut("ready")
        return ChangeListener(process: process)
    }

    /// The script, which may be granted something before it is started.
    package static func path(in rig: Rig, named name: String) throws(RigError) -> String {
        let source = try Files.read("\(PackageFiles.root)/Tests/TestRig/Scripts/listener.py")
        return try rig.script(name, String(decoding: source, as: UTF8.self))
    }

    /// What was heard so far: a signal and its service.
    package var heard: [String] {
        process.out.split(separator: "\n").map(String.init).filter { $0 != "ready" }
    }

    package func waitFor(_ signal: String, times: Int = 1) async throws {
        try await eventually("\(times) times “\(signal)”, heard \(heard)") { heard.count { $0 == signal } >= times }
    }

    package func stop() async {
        await process.stop()
    }
}
