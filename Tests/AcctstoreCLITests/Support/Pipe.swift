import AccountModel
import Glibc

/// A pipe with something in it, whose writer has gone; or with nothing, whose writer stays.
struct Pipe {
    let reader: Descriptor
    private let writer: Descriptor?

    /// Nothing arrives for as long as the pipe is kept.
    init() throws {
        let ends = try Pipe.ends()
        (reader, writer) = (ends.reader, ends.writer)
    }

    init(holding text: String) throws {
        try self.init(holding: Array(text.utf8))
    }

    init(holding bytes: [UInt8]) throws {
        let ends = try Pipe.ends()
        guard unsafe write(ends.writer.rawValue, bytes, bytes.count) == bytes.count else {
            throw BrokerError(.failed, "the pipe is too small")
        }
        (reader, writer) = (ends.reader, nil)
    }

    private static func ends() throws -> (reader: Descriptor, writer: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw BrokerError(.failed, "no pipe") }
        return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    }
}
