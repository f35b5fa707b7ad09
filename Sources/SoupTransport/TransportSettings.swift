/// What the configuration says about the network.
public struct TransportSettings: Hashable, Sendable {
    /// A proxy's URL; `nil` leaves the choice to the environment. Loopback hosts never go through one.
    public var proxy: String?
    /// Seconds that one exchange may take in all.
    public var timeout: Int
    /// The absolute path of a PEM file with certificate authorities, instead of the system's, for services of the
    /// person's own descriptions.
    public var authorityFile: String?
    /// Goes out as `User-Agent` where a request has none.
    public var userAgent: String

    public init(proxy: String? = nil, timeout: Int = 30, authorityFile: String? = nil, userAgent: String = "acctstore")
    {
        self.proxy = proxy
        self.timeout = timeout
        self.authorityFile = authorityFile
        self.userAgent = userAgent
    }
}
