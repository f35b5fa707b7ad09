// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are those of the header, against which the compiler checks each function.
internal import AccountModel
internal import AgentClient
public import CAcctstore
internal import Glibc

@c @implementation
public func acctstore_version() -> UnsafePointer<CChar>! {
    unsafe Release.text
}

@c @implementation
public func acctstore_open(
    _ options: UnsafePointer<acctstore_options>!, _ store: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<acctstore_error>?>!
) -> Int32 {
    unsafe store?.pointee = nil
    return unsafe answering(error) { () throws(BrokerError) in
        let slot = try unsafe Argument.required(store, "store")
        let settings = try unsafe CallSettings(options)
        OwnerProcess.startThread()
        let store = Store()
        try store.connect(settings)
        unsafe slot.pointee = Handle.make(store)
    }
}

@c @implementation
public func acctstore_close(_ store: OpaquePointer!) {
    // In a fork the connection is still the other process's: the handle is left as it is.
    if let store = unsafe store, OwnerProcess.isThis { unsafe Handle.release(Store.self, store) }
}

@c @implementation
public func acctstore_error_free(_ error: UnsafeMutablePointer<acctstore_error>!) {
    unsafe Arena.free(error)
}

private enum Release {
    // Written once, never changed, and valid as long as the process.
    nonisolated(unsafe) static let text: UnsafePointer<CChar>? = unsafe UnsafePointer(strdup(AgentClient.release))
}
