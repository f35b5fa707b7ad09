internal import AccountModel
internal import CAcctstore

/// Arguments of the host, read and copied before anything is done with them.
enum Argument {
    /// A pointer that may not be NULL.
    static func required<Pointer>(_ pointer: Pointer?, _ name: String) throws(BrokerError) -> Pointer {
        guard let pointer else { throw .invalid("\(name) is NULL") }
        return pointer
    }

    static func store(_ handle: OpaquePointer?) throws(BrokerError) -> Store {
        unsafe Handle.borrow(Store.self, try required(handle, "store"))
    }

    static func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(BrokerError) -> String {
        guard let text = unsafe String(validatingCString: try required(pointer, name)) else {
            throw .invalid("\(name) is not UTF-8")
        }
        return text
    }

    static func service(_ pointer: UnsafePointer<CChar>?) throws(BrokerError) -> Service {
        let text = try unsafe text(pointer, "service")
        guard let service = Service(text) else { throw .invalid("'\(OneLine.visible(text))' is no service") }
        return service
    }

    static func account(_ pointer: UnsafePointer<CChar>?) throws(BrokerError) -> AccountID {
        let text = try unsafe text(pointer, "account")
        guard let id = AccountID(text) else { throw .invalid("'\(OneLine.visible(text))' is not an account's UUID") }
        return id
    }

    /// A duplicate of a descriptor of the host's.
    static func descriptor(_ number: Int32, _ name: String) throws(BrokerError) -> Descriptor {
        guard let descriptor = Descriptor(duplicating: number) else {
            throw .invalid("\(name), descriptor \(number), is not open")
        }
        return descriptor
    }

    /// Names and values.
    static func fields(
        _ pointer: UnsafePointer<acctstore_field>?, _ count: Int, _ what: String
    ) throws(BrokerError) -> [(name: String, value: String)] {
        if count == 0 { return [] }
        // SAFETY: the host says that there are so many.
        let given = unsafe UnsafeBufferPointer(start: try required(pointer, what), count: count)
        var fields: [(name: String, value: String)] = []
        for index in given.indices {
            let (name, value) = unsafe (given[index].name, given[index].value)
            fields.append((try unsafe text(name, "a name of \(what)"), try unsafe text(value, "a value of \(what)")))
        }
        return fields
    }
}
