import Glibc
import TestRig
import Testing

/// Signals as a person at a terminal and the system send them.
enum SentSignal: CaseIterable {
    case interrupt, termination

    /// As a shell tells that a program ended by it.
    var status: Int32 { self == .interrupt ? 130 : 143 }

    func send(to terminal: Terminal) throws {
        switch self {
        case .interrupt: try terminal.type("\u{3}")
        case .termination: terminal.sendToForeground(signal: SIGTERM)
        }
    }
}

extension Terminal {
    /// All settings of the terminal, as `stty` saves them.
    func mode() async throws -> String {
        try await mustRun("stty -g </dev/tty")
    }

    /// Runs a command up to where `prompt` shows on the screen, ends it by each signal, and holds it to the status of
    /// that signal and the terminal to what it was before.
    func expectEndsBySignals(
        at prompt: String, of command: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let mode = try await mode()
        for signal in SentSignal.allCases {
            let running = try await beginOnScreen(command)
            try await waitFor(prompt)
            try signal.send(to: self)
            let ended = try await running.finish()
            #expect(ended.status == signal.status, "\(command)", sourceLocation: sourceLocation)
            #expect(try await self.mode() == mode, sourceLocation: sourceLocation)
        }
    }

    /// Stops a command at a prompt by Ctrl-Z, has the shell read keys meanwhile, continues it, and answers.
    func expectGoesOn(
        at prompt: String, of command: String, answer: String, status: Int32,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let mode = try await mode()
        let running = try await beginOnScreen(command)
        try await waitFor(prompt)
        try type("\u{1A}")
        #expect(try await running.finish().status == 128 + SIGTSTP, sourceLocation: sourceLocation)
        #expect(try await self.mode() == mode, sourceLocation: sourceLocation)
        let continued = try await beginOnScreen("fg")
        try await waitFor(prompt)
        try type(answer)
        let ended = try await continued.finish()
        #expect(ended.status == status, "\(command): \(screen.suffix(400))", sourceLocation: sourceLocation)
        #expect(try await self.mode() == mode, sourceLocation: sourceLocation)
    }

    /// Stops a command at a prompt by Ctrl-Z, and ends it from the shell.
    func expectEndsWhileStopped(
        at prompt: String, of command: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let mode = try await mode()
        let running = try await begin(command)
        try await waitFor(prompt)
        try type("\u{1A}")
        #expect(try await running.finish().status == 128 + SIGTSTP, sourceLocation: sourceLocation)
        #expect(try await endsStopped(), sourceLocation: sourceLocation)
        #expect(try await self.mode() == mode, sourceLocation: sourceLocation)
    }

    /// Whether the shell can end the one job that is stopped; it tells of that before a prompt.
    func endsStopped() async throws -> Bool {
        let earlier = screen.count
        guard try await runOnScreen("kill %1") == 0 else { return false }
        for _ in 1...100 {
            if screen.dropFirst(earlier).contains("Terminated") { return true }
            _ = try await runOnScreen("sleep 0.1")
        }
        return false
    }
}
