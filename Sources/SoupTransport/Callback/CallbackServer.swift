import AccountStore
import CGio
import CLibsoup
import GLibBridge

/// A SoupServer on loopback, for one log-in. Made and used on its own thread alone, but for `close`.
@safe
final class CallbackServer: @unchecked Sendable {
    let port: UInt16
    private let thread: GLibThread
    private let server: NetworkObject
    private let traffic = CallbackTraffic()
    private var isClosed = false
    /// Ends the patience with pages that are not fetched.
    private var limit: GLibTimer?

    /// How long a page may still take after the door was closed.
    private static let lastPage = Duration.seconds(2)

    init(
        at address: CallbackAddress, for receiver: any CallbackReceiver, on thread: GLibThread
    ) throws(CallbackTrouble) {
        let made = unsafe OpaquePointer(g_object_new_with_properties(soup_server_get_type(), 0, nil, nil))
        guard let server = unsafe NetworkObject(taking: made, on: thread) else {
            throw CallbackTrouble("libsoup gave no server")
        }
        self.thread = thread
        self.server = server
        port = try LoopbackPort.bind(server, to: address)
        let desk = CallbackDesk(address: address, port: port, receiver: receiver, traffic: traffic)
        // Before the body was read, which nobody wants.
        unsafe soup_server_add_early_handler(
            server.pointer(as: SoupServer.self), nil,
            { _, message, _, _, data in
                guard let message = unsafe message else { return }
                unsafe UserData<CallbackDesk>.peek(data)?.answer(message)
            }, UserData.retained(desk), { unsafe UserData<CallbackDesk>.release($0) })
    }

    /// From any thread, also more than once. libsoup's own end would cut off a page that is being sent.
    func close() {
        thread.invoke { [self] in
            guard !isClosed, limit == nil else { return }
            guard traffic.isBusy else { return disconnect() }
            limit = GLibTimer(after: CallbackServer.lastPage, on: thread) { self.disconnect() }
            traffic.whenQuiet = { [self] in
                // libsoup is in the midst of ending the message.
                thread.invoke { self.disconnect() }
            }
        }
    }

    private func disconnect() {
        guard !isClosed else { return }
        isClosed = true
        limit = nil
        traffic.whenQuiet = nil
        unsafe soup_server_disconnect(server.pointer(as: SoupServer.self))
    }
}

/// How many answers are under way. On the server's thread alone.
@safe
final class CallbackTraffic: @unchecked Sendable {
    private var answers = 0
    var whenQuiet: (@Sendable () -> Void)?

    var isBusy: Bool { answers > 0 }

    func begin(_ message: OpaquePointer) {
        answers += 1
        // The type that libsoup documents for handlers of this signal.
        typealias Finished = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
        let finished: Finished = { _, data in unsafe UserData<CallbackTraffic>.peek(data)?.end() }
        // GCallback is GLib's type for handlers of any signal.
        _ = unsafe g_signal_connect_data(
            UnsafeMutableRawPointer(message), "finished", unsafeBitCast(finished, to: GCallback.self),
            UserData.retained(self), { data, _ in unsafe UserData<CallbackTraffic>.release(data) },
            GConnectFlags(rawValue: 0))
    }

    private func end() {
        answers -= 1
        if answers == 0 { whenQuiet?() }
    }
}
