/// Objects behind the opaque pointers that a host holds.
enum Handle {
    /// A pointer that owns the object, until ``release(_:_:)``.
    static func make<Object: AnyObject>(_ object: Object) -> OpaquePointer {
        unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
    }

    /// The object, which lives as long as what is returned or the handle does.
    static func borrow<Object: AnyObject>(_ type: Object.Type, _ handle: OpaquePointer) -> Object {
        // SAFETY: the header demands a handle of this kind that was not freed.
        unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
    }

    static func release<Object: AnyObject>(_ type: Object.Type, _ handle: OpaquePointer) {
        unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
    }
}
