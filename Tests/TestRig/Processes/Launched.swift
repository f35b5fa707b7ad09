import Glibc
import Synchronization

/// A process that was started, and our ends of its pipes.
struct Launched {
    let pid: Int32
    let out: Int32
    let err: Int32
    /// Where to write its standard input, unless that is `/dev/null`.
    let input: Int32?
    let firstInput: [UInt8]
    let inputStaysOpen: Bool

    init(_ program: Program) throws(RigError) {
        // A program that ends without reading its input must be an error of write(2), not our end.
        _ = signal(SIGPIPE, SIG_IGN)
        let command = program.user.launcher + program.changeOfDirectory + program.command
        self = try spawning.withLock { _ throws(RigError) in
            let out = try DescriptorPair.pipe()
            let err = try DescriptorPair.pipe()
            let input = program.input.usesPipe ? try DescriptorPair.pipe() : nil
            defer {
                for descriptor in [out.writer, err.writer, input?.reader].compactMap(\.self) { close(descriptor) }
            }
            let spawn = Spawn(
                command: command, environment: program.environment, ownSession: program.ownSession,
                input: input.map { .descriptor($0.reader) } ?? .path("/dev/null"),
                output: .descriptor(out.writer), errors: .descriptor(err.writer))
            return Launched(pid: try spawn.start(), out: out, err: err, input: input, program: program)
        }
    }

    private init(pid: Int32, out: DescriptorPair, err: DescriptorPair, input: DescriptorPair?, program: Program) {
        self.pid = pid
        self.out = out.reader
        self.err = err.reader
        self.input = input?.writer
        for descriptor in [self.out, self.err, self.input].compactMap(\.self) { setNonBlocking(descriptor) }
        switch program.input {
        case .none: (firstInput, inputStaysOpen) = ([], false)
        case .bytes(let bytes): (firstInput, inputStaysOpen) = (bytes, false)
        case .open: (firstInput, inputStaysOpen) = ([], true)
        }
    }
}

/// Held while descriptors are made and a process is started: Swift's Glibc module has no pipe2(2), and a pipe's end that
/// another program inherited would never come to an end of file.
let spawning = Mutex(())

extension Program {
    fileprivate var changeOfDirectory: [String] {
        directory.map { ["/usr/bin/env", "--chdir=\($0)"] } ?? []
    }
}

extension Program.Input {
    fileprivate var usesPipe: Bool {
        if case .none = self { false } else { true }
    }
}
