internal import AccountModel
internal import CShims
internal import Glibc

/// The pipe on which a program that was started says that it is ready, or why it is not.
///
/// It writes `ready`, with a second line where no further program will find it that would need to, or `taken` where another one
/// serves already, or a line that says what happened and a second one how to go on, and closes its end.
struct StatusPipe {
    enum Report: Equatable {
        case ready(alone: String?)
        case taken
        case trouble(String, nextStep: String?)
        /// The end without a word: the program died.
        case ended
        case silence
    }

    private let reader: Descriptor
    /// The program's end, until the program has it.
    private var writer: Descriptor?

    init?() {
        var ends: [Int32] = [-1, -1]
        guard unsafe acctstore_pipe(&ends) == 0 else { return nil }
        let (first, second) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
        // Out of the way of the standard descriptors, which may be closed in this program, and of the numbers that they
        // get in the other one.
        guard let reader = Descriptor(movingAside: first), let writer = Descriptor(movingAside: second) else {
            return nil
        }
        self.reader = reader
        self.writer = writer
    }

    /// Lends the program's end to what starts the program, and closes it here: the pipe must end when the program says so.
    ///
    /// - Returns: what `start` returns; an error number or zero.
    mutating func handOver(to start: (Int32) -> Int32) -> Int32 {
        // No copy of the reference may outlive this: it would keep the pipe open.
        let error = withExtendedLifetime(writer) { writer.map { start($0.rawValue) } ?? EBADF }
        writer = nil
        return error
    }

    /// Blocks until the program has closed its end.
    func report(within patience: Duration) -> Report {
        let deadline = ContinuousClock.now + patience
        var text: [UInt8] = []
        while text.count < 4096 {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return .silence }
            var watched = pollfd(fd: reader.rawValue, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&watched, 1, Int32(left / .milliseconds(1)) + 1) > 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 1024)
            // The kernel writes at most the array's length.
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe read(reader.rawValue, $0.baseAddress, $0.count)
            }
            if count <= 0 { break }
            text += buffer[..<count]
        }
        return StatusPipe.report(of: text)
    }

    private static func report(of text: [UInt8]) -> Report {
        let lines = text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        switch lines.first {
        case nil: return .ended
        case "ready": return .ready(alone: lines.count > 1 ? lines[1] : nil)
        case "taken": return .taken
        case .some(let message): return .trouble(message, nextStep: lines.count > 1 ? lines[1] : nil)
        }
    }
}
