package import AccountModel
import Dispatch
import Glibc

/// `/dev/tty`.
package struct ControllingTerminal: Terminal {
    package let descriptor: Descriptor?

    /// Opens the terminal where this process has one.
    package init() {
        // Whoever it is lent to must not wait inside a read: Ctrl-C drops what was typed, and what then comes is the shell's.
        // SAFETY: the path is a constant, and no mode is needed since nothing is created.
        let opened = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        descriptor = opened >= 0 ? Descriptor(owning: opened) : nil
    }

    package var isInForeground: Bool {
        guard let descriptor else { return false }
        return tcgetpgrp(descriptor.rawValue) == getpgrp()
    }

    /// Not where there is no terminal any more.
    private var isInBackground: Bool {
        guard let descriptor else { return false }
        let group = tcgetpgrp(descriptor.rawValue)
        return group > 0 && group != getpgrp()
    }

    package func show(_ line: String) {
        write("\(line)\n")
    }

    package func dropTyped() {
        if let descriptor, isInForeground { tcflush(descriptor.rawValue, TCIFLUSH) }
    }

    package func ask(_ question: String) async -> String? {
        guard let descriptor else { return nil }
        tcflush(descriptor.rawValue, TCIFLUSH)
        let again = show(prompt: question)
        defer { again?.end() }
        // A person may take long: no thread of the pool waits for that.
        return await withCheckedContinuation { answered in
            DispatchQueue(label: "terminal").async {
                let line = TerminalLine.read(from: descriptor, while: { !isInBackground })
                // Ctrl-D leaves the cursor behind the question.
                if !line.isEnded { write("\n") }
                // The rest of a paste is no command for the shell.
                dropTyped()
                // Nobody has said a word that was not ended by Return.
                answered.resume(returning: line.isEnded ? line.text : nil)
            }
        }
    }

    package func lend<Result: Sendable>(
        prompt: String, hidden: Bool, _ reader: (Descriptor) async throws -> Result
    ) async throws -> Result {
        guard let descriptor else { throw TerminalMissing.error }
        guard hidden else {
            let again = show(prompt: prompt)
            defer {
                dropTyped()
                again?.end()
            }
            return try await reader(descriptor)
        }
        guard let hiding = ControllingTerminal.hiding else {
            return try await hideTyping { try await lend(prompt: prompt, hidden: true, reader) }
        }
        TerminalHold.set(true, on: descriptor)
        hiding.ask(prompt)
        let release = Task { await releaseLines(of: descriptor) }
        defer { hiding.leaveLine() }
        do {
            let result = try await reader(descriptor)
            await release.end()
            return result
        } catch {
            await release.end()
            throw error
        }
    }

    /// Lets each line be read once it is there, until the task is cancelled: before the one that is asked for here there may be
    /// the answer to a question of the agent's own.
    private func releaseLines(of descriptor: Descriptor) async {
        while !Task.isCancelled {
            _ = await Arrival.wait(on: descriptor) { isInForeground }
            // So that a key before the line has its effect.
            try? await Task.sleep(for: .milliseconds(5))
            TerminalHold.set(false, on: descriptor)
            while !Task.isCancelled, Arrival.isThere(on: descriptor) { try? await Task.sleep(for: .milliseconds(20)) }
            if !Task.isCancelled { TerminalHold.set(true, on: descriptor) }
        }
        TerminalHold.set(false, on: descriptor)
    }

    /// What keeps the typing off the screen at this moment.
    @TaskLocal private static var hiding: HiddenTyping?

    package func hideTyping<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        guard let descriptor else { throw TerminalMissing.error }
        let hiding = HiddenTyping(on: descriptor)
        try hiding.begin()
        defer { hiding.end() }
        return try await ControllingTerminal.$hiding.withValue(hiding, operation: body)
    }

    /// Shows a prompt, and shows it once more whenever the process comes back to it after a stop, until the watch ends.
    private func show(prompt: String) -> SignalWatch? {
        guard let descriptor else { return nil }
        // Whoever sees the prompt may stop the process at once.
        defer { write(prompt) }
        return try? SignalWatch([SIGCONT]) { _, turn in
            if turn.waitForForeground(of: descriptor) { write(prompt) }
        }
    }

    private func write(_ text: String) {
        guard let descriptor else { return }
        try? DescriptorSink(descriptor.rawValue).write(Array(text.utf8))
    }
}

extension Task where Success == Void, Failure == Never {
    /// Has it come to its end now. What it would do later would be done to the next prompt.
    fileprivate func end() async {
        cancel()
        await value
    }
}

/// The error of a command that needs a person.
enum TerminalMissing {
    static let error = BrokerError(.invalidArgument, "there is no terminal to ask on")
}

/// Reads one line that the person sees while typing it.
private enum TerminalLine {
    /// Bytes that a terminal gives at most for one line.
    private static let longest = 4096

    /// The line; without text at the end of input, and not ended where it was not ended by Return.
    ///
    /// - Parameter mayRead: whether what is typed is meant for this process, and not for the shell that has it in the background.
    static func read(
        from terminal: Descriptor, while mayRead: () -> Bool
    ) -> (text: String?, isEnded: Bool) {
        var line: [UInt8] = []
        while line.count < longest {
            var byte: UInt8 = 0
            // SAFETY: one byte is asked for, and there is room for one.
            let count = unsafe Glibc.read(terminal.rawValue, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EIO, !mayRead() {
                usleep(200_000)
                continue
            }
            if count < 0, errno == EAGAIN {
                var waiting = pollfd(fd: terminal.rawValue, events: Int16(POLLIN), revents: 0)
                // SAFETY: the pointer is to one entry, as its count says.
                _ = unsafe poll(&waiting, 1, -1)
                continue
            }
            guard count == 1 else { return (line.isEmpty ? nil : String(decoding: line, as: UTF8.self), false) }
            if byte == UInt8(ascii: "\n") { break }
            line.append(byte)
        }
        return (String(decoding: line, as: UTF8.self), true)
    }
}
