internal import CGio

/// A signal as it arrived.
package struct BusSignal: Sendable {
    /// The unique name of the sender, for which the bus vouches; empty without a bus.
    package let sender: String
    package let path: String
    package let interface: String
    package let member: String
    package let message: BusMessage
}

/// A subscription to signals: it ends when this is let go.
package final class BusWatch: Sendable {
    private let id: guint
    private let connection: BusConnection

    fileprivate init(id: guint, connection: BusConnection) {
        self.id = id
        self.connection = connection
    }

    deinit {
        let (id, reference) = (id, connection.reference)
        connection.thread.invoke { unsafe g_dbus_connection_signal_unsubscribe(reference.opaque, id) }
    }
}

/// What a subscription calls.
private struct SignalReceiver: Sendable {
    let receive: @Sendable (BusSignal) -> Void
    let ended: @Sendable () -> Void
}

extension BusConnection {
    /// The signals that match, from when this returns until the stream is let go. Nil matches everything.
    ///
    /// The subscription goes to the bus before any later call of this connection: a signal that such a call causes is
    /// not missed.
    package func signals(
        sender: String? = nil, interface: String? = nil, member: String? = nil, path: String? = nil,
        firstArgument: String? = nil
    ) async -> AsyncStream<BusSignal> {
        let (stream, continuation) = AsyncStream<BusSignal>.makeStream()
        let watch = await watchSignals(
            sender: sender, interface: interface, member: member, path: path, firstArgument: firstArgument,
            ended: { continuation.finish() }, receive: { continuation.yield($0) })
        continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
        return stream
    }

    /// Hands every signal that matches to `receive`, on the GLib thread, from when this returns until the result is let
    /// go: before any message that arrives after the signal, be it an answer or a call, is handed over there.
    ///
    /// - Parameter ended: called when there is no subscription any more, so also when the connection goes.
    package func watchSignals(
        sender: String? = nil, interface: String? = nil, member: String? = nil, path: String? = nil,
        firstArgument: String? = nil, ended: @escaping @Sendable () -> Void = {},
        receive: @escaping @Sendable (BusSignal) -> Void
    ) async -> BusWatch {
        let (thread, reference) = (thread, reference)
        // Without a bus there is but one sender, which has no name.
        let sender = isOnBus ? sender : nil
        let receiver = SignalReceiver(receive: receive, ended: ended)
        let id = await thread.run {
            unsafe g_dbus_connection_signal_subscribe(
                reference.opaque, sender, interface, member, path, firstArgument, G_DBUS_SIGNAL_FLAGS_NONE,
                { _, sender, path, interface, member, body, data in
                    guard let receiver = unsafe UserData<SignalReceiver>.peek(data) else { return }
                    receiver.receive(
                        BusSignal(
                            sender: unsafe text(sender), path: unsafe text(path), interface: unsafe text(interface),
                            member: unsafe text(member),
                            message: BusMessage(arguments: unsafe VariantDecoder.arguments(body), descriptors: [])))
                }, UserData.retained(receiver),
                { data in unsafe UserData<SignalReceiver>.take(data)?.ended() })
        }
        return BusWatch(id: id, connection: self)
    }

    /// Returns when the connection is lost or closed, or the task cancelled.
    package func waitUntilClosed() async {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let (thread, reference) = (thread, reference)
        let id = await thread.run { Self.connectClosed(reference, continuation) }
        if !isClosed {
            for await _ in stream { break }
        }
        thread.invoke { unsafe g_signal_handler_disconnect(UnsafeMutableRawPointer(reference.opaque), id) }
    }

    private typealias ClosedHandler =
        @convention(c) (OpaquePointer?, gboolean, UnsafeMutablePointer<GError>?, gpointer?) -> Void

    private static func connectClosed(
        _ reference: GObjectReference, _ continuation: AsyncStream<Void>.Continuation
    ) -> gulong {
        let handler: ClosedHandler = { _, _, _, data in
            unsafe UserData<AsyncStream<Void>.Continuation>.peek(data)?.yield()
        }
        // GCallback is any C function; GObject calls it with the arguments of the signal "closed", as above.
        return unsafe g_signal_connect_data(
            UnsafeMutableRawPointer(reference.opaque), "closed", unsafeBitCast(handler, to: GCallback.self),
            UserData.retained(continuation),
            { data, _ in unsafe UserData<AsyncStream<Void>.Continuation>.release(data) }, GConnectFlags(rawValue: 0))
    }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(cString: pointer)
}

extension AsyncStream where Element: Sendable {
    /// The same stream with each element changed; ending either ends both.
    package func mapped<Other: Sendable>(_ change: @escaping @Sendable (Element) -> Other) -> AsyncStream<Other> {
        let (stream, continuation) = AsyncStream<Other>.makeStream()
        let task = Task {
            for await element in self { continuation.yield(change(element)) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
