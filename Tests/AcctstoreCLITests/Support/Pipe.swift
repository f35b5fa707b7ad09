import AccountModel
import Glibc

/// A pipe with something in it, whose writer has gone.
struct Pipe {
    let reader: Descriptor

    init(holding text: String) throws {
        try self.init(holding: Array(text.utf8))
    }

    init(holding bytes: [UInt8]) throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw BrokerError(.failed, "no pipe") }
        reader = Descriptor(owning: ends[0])
        let writer = Descriptor(owning: ends[1])
        guard unsafe write(writer.rawValue, bytes, bytes.count) == bytes.count else {
            throw BrokerError(.failed, "the pipe is too small")
        }
    }
}
