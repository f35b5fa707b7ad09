import Glibc
import Synchronization

/// A person at a terminal: `bash --norc -i` leading a session in a pty of its own, and what is typed into it.
///
/// Line editing is off, so that the mode of the terminal at the prompt is the plain one and can be looked at.
package final class Terminal: Sendable {
    /// The pid of the shell, which leads the session.
    package let shell: Int32
    private let pty: PseudoTerminal
    private let folder: TemporaryFolder
    private let state = Mutex(State())

    private struct State {
        /// How far ``Terminal/waitFor(_:within:)`` has read on the screen.
        var seen = 0
        /// Where the screen ended when something was typed last: the next prompt comes after it.
        var typed = 0
        var commands = 0
        var hasEnded = false
    }

    /// Opens a terminal with a shell whose working directory is a new one inside `folder`.
    package static func open(
        in folder: TemporaryFolder, environment: [String: String]
    ) async throws -> Terminal {
        let terminal = try Terminal(folder: folder, environment: environment)
        // An exclamation mark in a post must reach the program.
        try await terminal.typeAtPrompt("set +H; \(TypedCommand.setUp)")
        // The set-up tells nobody that it has ended; the next command does.
        _ = try await terminal.runOnScreen(":")
        return terminal
    }

    private init(folder: TemporaryFolder, environment: [String: String]) throws(RigError) {
        self.folder = folder
        pty = try PseudoTerminal(owner: folder.user)
        var environment = environment
        environment["PS1"] = "$ "
        environment["TERM"] = "xterm"
        let command = ["/usr/bin/env", "--chdir=\(folder.path)", "bash", "--norc", "--noediting", "-i"]
        let spawn = Spawn(
            command: folder.user.launcher + command, environment: environment, ownSession: true,
            input: .path(pty.slavePath), output: .sameAsInput, errors: .sameAsInput)
        shell = try spawning.withLock { _ throws(RigError) in try spawn.start() }
        try pty.startReading()
    }

    /// Types, as keys are pressed: "\n" is Return, "\u{3}" is Ctrl-C, "\u{4}" is Ctrl-D.
    package func type(_ text: String) throws(RigError) {
        state.withLock { $0.typed = pty.screen.count }
        try pty.type(Array(text.utf8))
    }

    /// Types a line to the shell once it asks for one, and waits until the line is shown.
    ///
    /// A command's status is in its file before the shell prompts anew; a line that is typed between the two is shown with the
    /// prompt in its midst, and a shell that still sets up its terminal may hold it back.
    private func typeAtPrompt(_ line: String) async throws {
        try await onScreen("a prompt of the shell") { screen, state in
            screen[state.typed...].firstRange(of: Array("$ ".utf8)) != nil
        }
        try type(line + "\n")
        // What is waited for next is what the command says, not the command itself on the screen.
        try await waitFor(line)
        state.withLock { $0.typed = $0.seen }
    }

    /// Everything that was on the screen so far. Lines end in "\r\n", which Swift takes for one character.
    package var screen: String { String(decoding: pty.screen, as: UTF8.self) }

    /// Waits until `text` shows, after whatever was waited for before.
    package func waitFor(_ text: String, within limit: Duration = .seconds(90)) async throws {
        let wanted = Array(text.utf8)
        try await onScreen("“\(text)” on the screen", within: limit) { screen, state in
            guard let found = screen[state.seen...].firstRange(of: wanted) else { return false }
            state.seen = found.upperBound
            return true
        }
    }

    private func onScreen(
        _ awaited: String, within limit: Duration = .seconds(90), _ isThere: ([UInt8], inout State) -> Bool
    ) async throws {
        do {
            try await eventually(awaited, within: limit) {
                let screen = pty.screen
                return state.withLock { isThere(screen, &$0) }
            }
        } catch {
            throw RigError("\(error); \(view)")
        }
    }

    /// For a report of a failure: the line of `/proc/PID/stat`, or that there is none, whether the pty is open, and what is on
    /// the screen.
    private var view: String {
        let line = (try? Files.read("/proc/\(shell)/stat")).map { String(decoding: $0.prefix(60), as: UTF8.self) }
        let pty = "its terminal \(pty.isOpen ? "open" : "closed")"
        return "the shell \(shell): \(line ?? "gone"), \(pty); the screen: \(screen.debugDescription)"
    }

    /// Whether what is typed is shown; false at a hidden prompt.
    package var echoes: Bool { pty.echoes }

    /// The group of the processes that the terminal's keys and signals reach.
    package var foregroundGroup: Int32? { pty.foregroundGroup }

    /// Sends a signal to the program in the foreground.
    package func sendToForeground(signal number: Int32) {
        if let foregroundGroup { kill(-foregroundGroup, number) }
    }

    /// Types a command and waits for its end; its streams go to files, as in `command >out 2>err`.
    package func run(_ command: String, within limit: Duration = .seconds(90)) async throws -> CommandResult {
        try await begin(command).finish(within: limit)
    }

    /// Types a command whose streams go to files, and returns while it runs: it may ask for something first.
    ///
    /// The shell reads a line of at most 4095 bytes.
    package func begin(_ command: String) async throws -> TypedCommand {
        try await begin(command, redirects: true)
    }

    /// Types a command that writes to the screen and waits for its end. Answers its status.
    ///
    /// What it wrote may show a moment later: ``waitFor(_:within:)`` sees it.
    package func runOnScreen(_ command: String, within limit: Duration = .seconds(90)) async throws -> Int32 {
        try await beginOnScreen(command).finish(within: limit).status
    }

    /// Types a command that writes to the screen, and returns while it runs.
    package func beginOnScreen(_ command: String) async throws -> TypedCommand {
        try await begin(command, redirects: false)
    }

    private func begin(_ command: String, redirects: Bool) async throws -> TypedCommand {
        // A rig may have several terminals.
        let name = "typed-\(shell)-\(nextNumber())"
        let typed = TypedCommand(command, name: name, folder: folder, redirects: redirects) { self.view }
        try await typeAtPrompt(typed.line)
        return typed
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.commands += 1
            return state.commands
        }
    }

    /// Closes the terminal as a window is closed: everything in its session is hung up on, then killed.
    package func close() async {
        let isFirst = state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
        guard isFirst else { return }
        for signal in [SIGHUP, SIGKILL] {
            sendToForeground(signal: signal)
            kill(shell, signal)
        }
        _ = Ending(reaping: shell)
    }
}
