public import SecretBytes

/// Opens the doors on this machine that browsers come back to at the end of a log-in.
public protocol CallbackListening: Sendable {
    /// Listens at an address until the listener is closed, nobody holds it any more, or the time is over.
    ///
    /// When this returns the port is bound, so that a browser may be sent there. Nothing is handed on but the query of
    /// a GET of the very address, with its own host and port in the header field `Host`; everything else gets an error
    /// page. After so many seconds the listener closes by itself and tells so.
    func listen(
        at address: CallbackAddress, seconds: Int, for receiver: any CallbackReceiver
    ) async throws(CallbackTrouble) -> any CallbackListener
}

/// A door that is open.
public protocol CallbackListener: Sendable {
    /// The address as the service is to be told, with the port that is really bound.
    var url: String { get }

    /// Closes the port. A page that is being sent still arrives.
    func close()
}

/// Who waits behind a door.
public protocol CallbackReceiver: Sendable {
    /// Takes the query of a request, as it was sent, and says with which page to answer.
    func receive(_ query: SharedSecret) -> CallbackPage
    /// The time is over, and the listener closed.
    func timeIsOver()
}

/// What the browser is shown. No page has anything of a request in it.
public enum CallbackPage: Hashable, Sendable, CaseIterable {
    /// The access was allowed: back to the terminal.
    case allowed
    /// The access was denied: back to the terminal.
    case denied
    /// The service refused the log-in: back to the terminal.
    case failed
    /// The request is no answer to the log-in.
    case refused
}

/// Why nothing can be listened at.
public struct CallbackTrouble: Error, Hashable, Sendable {
    /// The middle of a sentence, with the port in it: `port 8765 is taken by another program`.
    public var message: String

    /// Makes a trouble of its words.
    public init(_ message: String) {
        self.message = message
    }
}
