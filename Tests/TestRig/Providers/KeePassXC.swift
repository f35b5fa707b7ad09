/// A KeePassXC on a private bus, whose one database is the default collection.
package final class KeePassXC: SecretsProvider {
    private let process: RunningProgram
    private let desktop: Desktop

    private init(process: RunningProgram, desktop: Desktop) {
        self.process = process
        self.desktop = desktop
    }

    package static func start(on bus: PrivateBus, at desktop: Desktop) async throws -> KeePassXC {
        let script = try Scripts.copy("keepassxc.py", into: bus.folder)
        let program = Program(
            ["/usr/bin/python3", script, bus.folder.path],
            environment: try OtherProvider.environment(on: bus, at: desktop),
            input: .text(OtherProvider.password + "\n"), user: bus.folder.user)
        let process = try program.start()
        do {
            try await bus.waitForOwner("org.freedesktop.secrets")
            try await bus.waitForOpenCollection()
        } catch {
            await process.stop()
            throw RigError("\(error); KeePassXC wrote: \(process.err)")
        }
        return KeePassXC(process: process, desktop: desktop)
    }

    package var pid: Int32 { process.pid }
    package var errors: String { process.err }

    package func answerWindows() async throws {
        for window in try await desktop.windows(of: pid, titled: "Unlock Database") {
            try await desktop.answer(OtherProvider.password, in: window)
        }
        for window in try await desktop.windows(of: pid, titled: "Access Request") {
            try await desktop.press(["alt+a", "Return"], in: window)
        }
    }

    package func stop() async {
        // It asks in a window whether to end, where it is told to politely.
        process.send(signal: 9)
        _ = try? await process.finish()
    }
}
