import AccountModel
import CShims

extension Descriptor {
    /// A pipe that no child inherits, not even one that another thread starts meanwhile: it would keep the writing end
    /// open, and the reader would wait for its end. `nil` where none is to be had.
    static func pipe() -> (reader: Descriptor, writer: Descriptor)? {
        var ends: [Int32] = [-1, -1]
        // SAFETY: two numbers are written, for which there is room.
        guard unsafe acctstore_pipe(&ends) == 0 else { return nil }
        return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    }
}
