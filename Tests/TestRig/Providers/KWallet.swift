/// A kwalletd5 on a private bus, whose one wallet is the default collection.
package final class KWallet: SecretsProvider {
    private let bus: PrivateBus
    private let process: RunningProgram
    private let desktop: Desktop

    private init(bus: PrivateBus, process: RunningProgram, desktop: Desktop) {
        self.bus = bus
        self.process = process
        self.desktop = desktop
    }

    package static func start(on bus: PrivateBus, at desktop: Desktop) async throws -> KWallet {
        try bus.folder.write(settings, to: "home/.config/kwalletrc")
        // It shows a wallet that was made under it as a collection from its next start on.
        let first = try await launch(on: bus, at: desktop)
        await first.stop()
        return KWallet(bus: bus, process: try await launch(on: bus, at: desktop), desktop: desktop)
    }

    private static func launch(on bus: PrivateBus, at desktop: Desktop) async throws -> RunningProgram {
        let process = try Program(
            ["/usr/bin/kwalletd5"], environment: try OtherProvider.environment(on: bus, at: desktop),
            user: bus.folder.user
        ).start()
        do {
            for name in ["org.kde.kwalletd5", "org.freedesktop.secrets"] { try await bus.waitForOwner(name) }
            try await open(on: bus)
        } catch {
            await process.stop()
            throw RigError("\(error); kwalletd5 wrote: \(process.err)")
        }
        return process
    }

    /// Opens the wallet without a question.
    private static func open(on bus: PrivateBus) async throws {
        let script = try Scripts.copy("kwallet.py", into: bus.folder)
        _ = try await bus.run(["/usr/bin/python3", script], input: .text(OtherProvider.password + "\n"))
    }

    package var pid: Int32 { process.pid }
    package var errors: String { process.err }

    package func answerWindows() async throws {
        for window in try await desktop.windows(of: pid, titled: "KDE Wallet") {
            try await desktop.answer(OtherProvider.password, in: window)
        }
    }

    package func stop() async {
        await process.stop()
    }

    private static let settings = """
        [Wallet]
        First Use=false
        Enabled=true
        Default Wallet=kdewallet
        Use One Wallet=true
        Prompt on Open=false
        Close When Idle=false
        Leave Open=true

        [org.freedesktop.secrets]
        apiEnabled=true

        """
}
