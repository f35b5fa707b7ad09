/// Carries one Swift value through a C `user_data` pointer: one retain here, one release in the destroy notify or in a
/// callback that is called once.
package final class UserData<Value: Sendable>: Sendable {
    package let value: Value

    private init(_ value: Value) { self.value = value }

    /// A pointer that owns the value until `take` or `release`.
    package static func retained(_ value: Value) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passRetained(UserData(value)).toOpaque()
    }

    /// The value, with the pointer still owning it.
    package static func peek(_ pointer: UnsafeMutableRawPointer?) -> Value? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe Unmanaged<UserData<Value>>.fromOpaque(pointer).takeUnretainedValue().value
    }

    /// The value; the pointer is dead afterwards.
    package static func take(_ pointer: UnsafeMutableRawPointer?) -> Value? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe Unmanaged<UserData<Value>>.fromOpaque(pointer).takeRetainedValue().value
    }

    package static func release(_ pointer: UnsafeMutableRawPointer?) {
        _ = unsafe take(pointer)
    }
}
