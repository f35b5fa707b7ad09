// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are those of the header, against which the compiler checks each function.
internal import CAcctstore

@c @implementation
public func acctstore_cancel_new() -> OpaquePointer! {
    unsafe Handle.make(Cancellation())
}

@c @implementation
public func acctstore_cancel_trigger(_ cancel: OpaquePointer!) {
    if let cancel = unsafe cancel { unsafe Handle.borrow(Cancellation.self, cancel).trigger() }
}

@c @implementation
public func acctstore_cancel_free(_ cancel: OpaquePointer!) {
    if let cancel = unsafe cancel { unsafe Handle.release(Cancellation.self, cancel) }
}
