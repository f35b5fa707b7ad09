internal import CGio
internal import Synchronization

/// A method call from a peer, to be answered once. One that is let go unanswered is answered with an error, so no
/// caller waits in vain.
package final class BusRequest: Sendable {
    /// The caller's unique name, for which the bus vouches; without a bus, what the connection calls its other end.
    package let sender: String
    package let path: String
    package let interface: String
    package let method: String
    /// Without its arguments where it ``isTooLarge``.
    package let message: BusMessage
    /// Whether the arguments are more than anybody sends who means well: taken apart, they would fill the memory. A
    /// message of D-Bus may have 128 MiB.
    package let isTooLarge: Bool
    private let invocation: Mutex<GObjectReference?>

    /// - Parameters:
    ///   - invocation: a GDBusMethodInvocation, whose reference becomes ours.
    ///   - peerName: the sender where no bus names one.
    init?(taking invocation: OpaquePointer?, from peerName: String? = nil) {
        guard let reference = unsafe GObjectReference(taking: invocation) else { return nil }
        let pointer = unsafe reference.opaque
        sender = unsafe peerName ?? text(g_dbus_method_invocation_get_sender(pointer))
        path = unsafe text(g_dbus_method_invocation_get_object_path(pointer))
        interface = unsafe text(g_dbus_method_invocation_get_interface_name(pointer))
        method = unsafe text(g_dbus_method_invocation_get_method_name(pointer))
        let call = unsafe g_dbus_method_invocation_get_message(pointer)
        let body = unsafe g_dbus_method_invocation_get_parameters(pointer)
        isTooLarge = unsafe VariantDecoder.isLarger(body, than: Self.limit)
        message = BusMessage(
            arguments: isTooLarge ? [] : unsafe VariantDecoder.arguments(body),
            descriptors: unsafe DescriptorList.take(from: g_dbus_message_get_unix_fd_list(call)))
        self.invocation = Mutex(reference)
    }

    private static let limit = VariantDecoder.Size(bytes: 8 << 20, values: 1 << 16)

    deinit { fail(name: Self.failed, message: "The request was dropped.") }

    /// Answers with values. The first answer counts, later ones do nothing.
    ///
    /// - Parameter descriptors: duplicated before this returns; `handle` arguments are indices into it.
    package func reply(_ arguments: [Variant] = [], descriptors: [Int32] = []) {
        guard let invocation = take() else { return }
        do throws(GLibError) {
            let list = try DescriptorList.make(descriptors)
            let body = try VariantEncoder.encode(.tuple(arguments))
            try Self.check(body, against: invocation)
            unsafe g_dbus_method_invocation_return_value_with_unix_fd_list(
                Self.consumed(invocation), body.pointer, list?.pointer(as: GUnixFDList.self))
        } catch {
            Self.fail(invocation, name: Self.failed, message: error.message)
        }
    }

    /// Answers with an error.
    ///
    /// - Parameters:
    ///   - name: a D-Bus error name, such as `org.acctstore.Error.NoSuchAccount`.
    ///   - message: for people; what follows a NUL byte is dropped.
    package func fail(name: String, message: String) {
        guard let invocation = take() else { return }
        Self.fail(invocation, name: name, message: message)
    }

    private func take() -> GObjectReference? {
        invocation.withLock { invocation in
            defer { invocation = nil }
            return invocation
        }
    }

    private static func fail(_ invocation: GObjectReference, name: String, message: String) {
        let isName = unsafe !name.utf8.contains(0) && g_dbus_is_interface_name(name) != 0
        unsafe g_dbus_method_invocation_return_dbus_error(consumed(invocation), isName ? name : failed, message)
    }

    /// GDBus drops an answer whose type is not the declared one, with a warning, and the caller hangs.
    private static func check(_ body: GVariantReference, against invocation: GObjectReference) throws(GLibError) {
        guard let method = unsafe g_dbus_method_invocation_get_method_info(invocation.opaque) else { return }
        var declared = "("
        if let arguments = unsafe method.pointee.out_args {
            var index = 0
            while let argument = unsafe arguments[index] {
                declared += unsafe text(argument.pointee.signature)
                index += 1
            }
        }
        declared += ")"
        let actual = unsafe text(g_variant_get_type_string(body.pointer))
        if actual != declared { throw .invalidArgument("The answer has the type \(actual), not \(declared).") }
    }

    /// The functions that answer take over a reference.
    private static func consumed(_ invocation: GObjectReference) -> OpaquePointer? {
        unsafe OpaquePointer(g_object_ref(UnsafeMutableRawPointer(invocation.opaque)))
    }

    private static let failed = "org.freedesktop.DBus.Error.Failed"
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(cString: pointer)
}
