import AccountModel
import CShims
import Dispatch
import Glibc

/// A program that turns bytes into others: it is given all of them on standard input, and what it writes is collected.
struct Filter: Sendable {
    /// The program, looked up on PATH, and its arguments.
    let command: [String]
    /// Milliseconds that it may take.
    let patience: Int32
    /// Bytes that it may write.
    let longestOutput: Int

    /// What it made of the bytes; `nil` where it cannot be started, fails, takes too long or writes too much.
    func output(for input: [UInt8]) async -> [UInt8]? {
        await withCheckedContinuation { finished in
            // Another program is waited for: no thread of the pool does that.
            DispatchQueue(label: "filter").async { finished.resume(returning: run(input)) }
        }
    }

    private func run(_ input: [UInt8]) -> [UInt8]? {
        guard let input = memory(holding: input), let (child, output) = start(input) else { return nil }
        let bytes = read(output)
        if bytes == nil { kill(child.process, SIGKILL) }
        return child.reap() == 0 ? bytes : nil
    }

    /// A pipe would have to be filled while the output is read.
    private func memory(holding bytes: [UInt8]) -> Descriptor? {
        // SAFETY: the name is a constant.
        let number = unsafe acctstore_memory_file("acctstore-filter")
        guard number >= 0 else { return nil }
        let memory = Descriptor(owning: number)
        guard (try? DescriptorSink(number).write(bytes)) != nil, lseek(number, 0, SEEK_SET) == 0 else { return nil }
        return memory
    }

    /// Our copy of the writing end is closed when this returns, so that the end of the output shows.
    private func start(_ input: Descriptor) -> (ChildProgram, output: Descriptor)? {
        guard let pipe = Descriptor.pipe(),
            let child = try? ChildProgram(command, input: input, output: pipe.writer, isQuiet: true)
        else { return nil }
        return (child, pipe.reader)
    }

    private func read(_ output: Descriptor) -> [UInt8]? {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        let deadline = ContinuousClock.now + .milliseconds(patience)
        while all.count <= longestOutput {
            guard isReadable(output, until: deadline) else { return nil }
            // SAFETY: the buffer's own size is given.
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe Glibc.read(output.rawValue, $0.baseAddress, $0.count)
            }
            if count == 0 { return all }
            guard count > 0 else { return nil }
            all += chunk[..<count]
        }
        return nil
    }

    private func isReadable(_ descriptor: Descriptor, until deadline: ContinuousClock.Instant) -> Bool {
        var watched = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        while true {
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            guard left > 0 else { return false }
            // SAFETY: the pointer is to one entry, as its count says.
            let count = unsafe poll(&watched, 1, Int32(left.rounded(.up)))
            if count >= 0 { return count > 0 }
            guard errno == EINTR else { return false }
        }
    }
}
