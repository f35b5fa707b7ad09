internal import CGio

extension BusConnection {
    /// Calls a method and waits for its answer.
    ///
    /// - Parameters:
    ///   - destination: counts on a bus alone; without one there is nobody else.
    ///   - descriptors: duplicated before this returns to its caller's executor; `handle` arguments are indices into it.
    ///   - timeout: after which the call fails with `.timedOut`, whatever the peer does.
    /// - Throws: what the peer answered (`remoteName` is set), or why there is no answer. Cancelling the task gives
    ///   `.cancelled`; the peer may have acted all the same.
    package func call(
        destination: String, path: String, interface: String, method: String, arguments: [Variant] = [],
        descriptors: [Int32] = [], timeout: Duration = .seconds(25)
    ) async throws(GLibError) -> BusMessage {
        let call = try PreparedCall(
            destination: isOnBus ? destination : nil, path: path, interface: interface, method: method,
            body: VariantEncoder.encode(.tuple(arguments)), descriptors: DescriptorList.make(descriptors),
            timeout: timeout)
        let reference = reference
        let result: Result<BusMessage, GLibError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                thread.invoke { call.start(on: reference, continuation) }
            }
        } onCancel: {
            call.cancellable.cancel()
        }
        return try result.get()
    }

    /// Sends a signal, to everybody or to one peer.
    package func emit(
        path: String, interface: String, signal: String, arguments: [Variant] = [], to destination: String? = nil
    ) throws(GLibError) {
        try BusNames.check(destination: destination, path: path, interface: interface, member: signal)
        let body = try VariantEncoder.encode(.tuple(arguments))
        try withGError { slot in
            _ = unsafe g_dbus_connection_emit_signal(
                pointer, isOnBus ? destination : nil, path, interface, signal, body.pointer, slot)
        }
    }
}

/// One call, checked and with everything it needs, ready to be started on the GLib thread.
private struct PreparedCall: Sendable {
    typealias Answered = CheckedContinuation<Result<BusMessage, GLibError>, Never>

    let destination: String?
    let path: String
    let interface: String
    let method: String
    let body: GVariantReference
    let descriptors: GObjectReference?
    let milliseconds: Int32
    let cancellable = Cancellable()

    init(
        destination: String?, path: String, interface: String, method: String, body: GVariantReference,
        descriptors: GObjectReference?, timeout: Duration
    ) throws(GLibError) {
        // GDBus answers a malformed name with a warning and never calls back.
        try BusNames.check(destination: destination, path: path, interface: interface, member: method)
        self.destination = destination
        self.path = path
        self.interface = interface
        self.method = method
        self.body = body
        self.descriptors = descriptors
        milliseconds = Int32(clamping: timeout.wholeMilliseconds)
    }

    func start(on connection: GObjectReference, _ continuation: Answered) {
        unsafe g_dbus_connection_call_with_unix_fd_list(
            connection.opaque, destination, path, interface, method, body.pointer, nil, G_DBUS_CALL_FLAGS_NONE,
            milliseconds, descriptors?.pointer(as: GUnixFDList.self), cancellable.pointer,
            { source, result, data in
                guard let continuation = unsafe UserData<Answered>.take(data) else { return }
                continuation.resume(returning: unsafe PreparedCall.finish(OpaquePointer(source), result))
            }, UserData.retained(continuation))
    }

    private static func finish(_ connection: OpaquePointer?, _ result: OpaquePointer?) -> Result<BusMessage, GLibError>
    {
        Result { () throws(GLibError) in
            var list: UnsafeMutablePointer<GUnixFDList>?
            let body = try withGError { slot in
                unsafe g_dbus_connection_call_with_unix_fd_list_finish(connection, &list, result, slot)
            }
            defer { if let list = unsafe list { unsafe g_object_unref(list) } }
            let reference = unsafe body.map { unsafe GVariantReference(taking: $0) }
            return BusMessage(
                arguments: unsafe VariantDecoder.arguments(reference?.pointer),
                descriptors: unsafe DescriptorList.take(from: list))
        }
    }
}

/// The grammar of D-Bus names, checked before GDBus sees them.
enum BusNames {
    static func check(destination: String?, path: String, interface: String, member: String) throws(GLibError) {
        for text in [destination ?? "", path, interface, member] { try text.checkNoNUL("a D-Bus name") }
        if let destination, unsafe g_dbus_is_name(destination) == 0 {
            throw .invalidArgument("'\(destination)' is no bus name")
        }
        guard unsafe g_variant_is_object_path(path) != 0 else { throw .invalidArgument("'\(path)' is no object path") }
        guard unsafe g_dbus_is_interface_name(interface) != 0 else {
            throw .invalidArgument("'\(interface)' is no interface name")
        }
        guard unsafe g_dbus_is_member_name(member) != 0 else {
            throw .invalidArgument("'\(member)' is no name of a method or signal")
        }
    }
}
