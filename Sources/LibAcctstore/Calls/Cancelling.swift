// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are those of the header, against which the compiler checks each function.
internal import CAcctstore

@c @implementation
public func acctstore_cancel_new() -> OpaquePointer! {
    // The first use may be this one; a fork is told apart from then on.
    _ = OwnerProcess.isThis
    return unsafe Handle.make(Cancellation())
}

@c @implementation
public func acctstore_cancel_trigger(_ cancel: OpaquePointer!) {
    // In a fork its lock may be held for ever, by a thread that only the other process has.
    if let cancel = unsafe cancel, OwnerProcess.isThis { unsafe Handle.borrow(Cancellation.self, cancel).trigger() }
}

@c @implementation
public func acctstore_cancel_free(_ cancel: OpaquePointer!) {
    if let cancel = unsafe cancel, OwnerProcess.isThis { unsafe Handle.release(Cancellation.self, cancel) }
}
