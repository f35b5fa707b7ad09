internal import AccountModel

/// Structures that the host makes, which begin with their size and may be of an earlier or later release.
enum Structure {
    /// More than any such structure will have.
    private static let largest = 4096

    /// Copies a structure over an empty one: what lies behind its end stays as usual.
    ///
    /// Throws `invalidArgument` for what is no size of such a structure, and for one of a later release with something in
    /// it that this one does not know.
    static func read<Value: BitwiseCopyable>(
        _ pointer: UnsafePointer<Value>, over empty: Value, _ name: String
    ) throws(BrokerError) -> Value {
        let size = unsafe UnsafeRawPointer(pointer).load(as: Int.self)
        let isSize = size % MemoryLayout<Value>.alignment == 0 && (MemoryLayout<Int>.size...largest).contains(size)
        guard isSize else { throw .invalid("\(name): the size is \(size), which no such structure has") }
        // SAFETY: the host says that there are so many bytes.
        let given = unsafe UnsafeRawBufferPointer(start: pointer, count: size)
        var value = empty
        unsafe withUnsafeMutableBytes(of: &value) { unsafe $0.copyBytes(from: given.prefix($0.count)) }
        guard unsafe given.dropFirst(MemoryLayout<Value>.size).allSatisfy({ $0 == 0 }) else {
            throw .invalid("\(name): it asks for what this release does not know")
        }
        return value
    }
}
