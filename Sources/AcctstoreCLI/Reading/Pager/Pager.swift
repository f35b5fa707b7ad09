import AccountModel
import Glibc

/// A pager that runs on this terminal and is given text.
///
/// Ctrl-C is for the pager while it runs; its end, however early, is the end of the reading.
final class Pager: Sendable {
    private let command: PagerCommand
    private let writer: PatientWriter
    private let end: Task<Int32, Never>

    /// Starts it; `nil` where there is no such program.
    ///
    /// - Parameter onEnd: called when it has ended and the terminal is as it was.
    init?(
        _ command: PagerCommand, _ environment: Environment, onEnd: @escaping @Sendable () -> Void
    ) throws(BrokerError) {
        guard let pipe = Descriptor.pipe() else { return nil }
        let mode = TerminalMode(of: STDOUT_FILENO)
        let child: ChildProgram
        do throws(SinkError) {
            child = try ChildProgram(
                command.words, environment: PagerCommand.variables(environment), input: pipe.reader)
        } catch {
            return nil
        }
        let signals = try SignalWatch([SIGINT, SIGQUIT, SIGTERM, SIGHUP]) { signal, turn in
            // The terminal's keys reach the pager by themselves.
            guard signal == SIGTERM || signal == SIGHUP else { return }
            kill(child.process, signal)
            _ = child.reap()
            mode?.restore()
            turn.passOn()
        }
        self.command = command
        writer = PatientWriter(pipe.writer)
        end = Task.detached {
            let status = await child.end()
            mode?.restore()
            signals.end()
            onEnd()
            return status
        }
    }

    /// Throws `readerGone` when the pager has ended.
    func write(_ bytes: [UInt8]) async throws(SinkError) {
        try await writer.write(bytes)
    }

    /// Tells it that this is all, and waits until the person has ended it.
    ///
    /// Throws `fileError` where the shell that was to run it found no such program.
    func finish() async throws(BrokerError) {
        writer.close()
        let status = await end.value
        guard command.isShell, status == 126 || status == 127 else { return }
        throw BrokerError(
            .fileError, "the pager did not start: \(OneLine.visible(command.words.last ?? ""))",
            nextStep: "PAGER=less acctstore timeline")
    }
}

/// The mode of a terminal, to go back to.
private struct TerminalMode: Sendable {
    private let descriptor: Int32
    private let mode: termios

    /// `nil` where the descriptor is no terminal.
    init?(of descriptor: Int32) {
        var mode = termios()
        // SAFETY: tcgetattr fills the one termios that it is given.
        guard unsafe tcgetattr(descriptor, &mode) == 0 else { return nil }
        self.descriptor = descriptor
        self.mode = mode
    }

    /// Only in the foreground: in the background it would stop this process.
    func restore() {
        guard tcgetpgrp(descriptor) == getpgrp() else { return }
        var mode = mode
        // SAFETY: tcsetattr reads the one termios that it is given.
        unsafe tcsetattr(descriptor, TCSADRAIN, &mode)
    }
}
