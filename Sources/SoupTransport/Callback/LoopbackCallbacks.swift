public import AccountStore
import GLibBridge

/// Listens for browsers on the loopback interface by libsoup's server.
public struct LoopbackCallbacks: CallbackListening {
    public init() {}

    public func listen(
        at address: CallbackAddress, seconds: Int, for receiver: any CallbackReceiver
    ) async throws(CallbackTrouble) -> any CallbackListener {
        // A thread for as long as the door is open: most agents never open one.
        let thread = GLibThread(name: "callback")
        let server = try await thread.run { () throws(CallbackTrouble) in
            try CallbackServer(at: address, for: receiver, on: thread)
        }
        return OpenDoor(
            url: address.url(port: server.port), server: server,
            timer: GLibTimer(after: .seconds(seconds), on: thread) {
                server.close()
                receiver.timeIsOver()
            })
    }
}

/// Closes when nobody holds it any more.
private final class OpenDoor: CallbackListener {
    let url: String
    private let server: CallbackServer
    private let timer: GLibTimer

    init(url: String, server: CallbackServer, timer: GLibTimer) {
        self.url = url
        self.server = server
        self.timer = timer
    }

    deinit { close() }

    func close() {
        timer.cancel()
        server.close()
    }
}
