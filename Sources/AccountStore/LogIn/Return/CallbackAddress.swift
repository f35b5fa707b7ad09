import AccountModel
import OAuth

/// An address on this machine that a browser is sent back to.
public struct CallbackAddress: Hashable, Sendable {
    /// `127.0.0.1`, `[::1]` or `localhost`, which browsers look for at both addresses.
    public let host: String
    /// `nil` for a port of the system's choice.
    public let port: UInt16?
    /// Percent-encoded, at least `/`.
    public let path: String
    /// The whole URL, as it was registered with the service; `nil` where the port is not known yet.
    public let registered: String?

    /// Any port, for services that take every loopback address. The literal address: what `localhost` leads to is the
    /// browser's own affair.
    public static let anyPort = CallbackAddress(host: "127.0.0.1", port: nil, path: "/callback", registered: nil)

    /// An app's own callback. `nil` for one that does not lead to this machine by plain http: nothing can be listened at
    /// there.
    public init?(registered text: String) {
        guard let url = try? RequestURL(text), url.scheme == "http", LoopbackHost.isMeant(by: url.host),
            let port = UInt16(exactly: url.port)
        else { return nil }
        self.init(host: url.host, port: port, path: url.path, registered: text)
    }

    private init(host: String, port: UInt16?, path: String, registered: String?) {
        self.host = host
        self.port = port
        self.path = path
        self.registered = registered
    }

    /// The URL to tell the service.
    public func url(port bound: UInt16) -> String {
        registered ?? "http://\(host):\(bound)\(path)"
    }
}
