import AccountModel
import Dispatch
import Glibc

/// Standard input, as a whole for text and as a descriptor for secrets.
package struct StandardInput: Sendable {
    /// What stands behind it.
    package enum Kind: Sendable {
        case terminal
        /// A pipe, a file, a socket.
        case data
        /// Closed, or `/dev/null`: whoever started the program means to give nothing.
        case nothing
    }

    private let number: Int32
    package let kind: Kind

    /// - Parameters:
    ///   - descriptor: 0, but for tests.
    ///   - kind: what stands behind it where that is not to be looked up.
    package init(_ descriptor: Int32 = STDIN_FILENO, kind: Kind? = nil) {
        number = descriptor
        self.kind = kind ?? StandardInput.kind(of: descriptor)
    }

    /// A descriptor for the agent to read a secret from; `nil` where standard input is closed.
    var descriptor: Descriptor? { Descriptor(duplicating: number) }

    /// All bytes up to the end. Throws `inputRefused` for more than `limit` of them, `fileError` where reading fails.
    func readAll(upTo limit: Int) async throws(BrokerError) -> [UInt8] {
        let number = number
        let outcome: Result<[UInt8], BrokerError> = await withCheckedContinuation { finished in
            // The other end of a pipe may take its time: no thread of the pool waits for that.
            DispatchQueue(label: "standard input").async {
                finished.resume(returning: StandardInput.read(number, upTo: limit))
            }
        }
        return try outcome.get()
    }

    private static func read(_ number: Int32, upTo limit: Int) -> Result<[UInt8], BrokerError> {
        let source = DescriptorSource(descriptor: number, name: "standard input")
        return Result { () throws(BrokerError) in
            var all: [UInt8] = []
            while true {
                let chunk = try source.read()
                if chunk.isEmpty { return all }
                all += chunk
                guard all.count <= limit else {
                    throw BrokerError(.inputRefused, "standard input holds more than \(limit) bytes")
                }
            }
        }
    }

    private static func kind(of descriptor: Int32) -> Kind {
        var facts = stat()
        // SAFETY: fstat fills the one structure that it is given.
        guard unsafe fstat(descriptor, &facts) == 0 else { return .nothing }
        if isatty(descriptor) == 1 { return .terminal }
        var null = stat()
        let isNull =
            unsafe stat("/dev/null", &null) == 0 && facts.st_mode & S_IFMT == S_IFCHR
            && facts.st_rdev == null.st_rdev
        return isNull ? .nothing : .data
    }
}
