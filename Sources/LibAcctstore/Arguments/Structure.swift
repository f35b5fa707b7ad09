internal import AccountModel

/// Structures that the host makes, which begin with their size and may be of an earlier or later release.
enum Structure {
    /// Throws `invalidArgument` for a structure that is too small to be one, and for one of a later release with
    /// something in it that this one does not know: unknown parts must be zero.
    static func check<Value>(_ pointer: UnsafePointer<Value>, size: Int, _ name: String) throws(BrokerError) {
        let known = MemoryLayout<Value>.size
        guard size >= known else { throw .invalid("\(name): the size is \(size) where \(known) is the least") }
        guard size <= 4096 else { throw .invalid("\(name): \(size) is no size of such a structure") }
        // SAFETY: the host says that there are so many bytes.
        let rest = unsafe UnsafeRawBufferPointer(start: pointer, count: size).dropFirst(known)
        guard unsafe rest.allSatisfy({ $0 == 0 }) else {
            throw .invalid("\(name): it asks for what this release does not know")
        }
    }
}
