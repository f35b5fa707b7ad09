internal import AccountModel

/// The proxy that requests go through, by its place alone.
struct ProxyCheck: SurroundingsCheck {
    /// The one of the configuration; `nil` where it names none.
    let configured: @Sendable () -> String?
    /// The agent's.
    let environment: [String: String]

    private static let variables = ["https_proxy", "http_proxy", "all_proxy"]

    func findings() async -> [Finding] {
        if let proxy = configured() { return [.ok("proxy", "\(Self.place(proxy)), by the configuration")] }
        let found = Self.variables.flatMap { name in
            [name, name.uppercased()].compactMap { spelling in
                environment[spelling].flatMap { $0.isEmpty ? nil : "\(Self.place($0)), by $\(spelling)" }
            }.prefix(1)
        }
        if found.isEmpty { return [.ok("proxy", "none")] }
        let excepted = ["no_proxy", "NO_PROXY"].contains { environment[$0]?.isEmpty == false }
        return [.ok("proxy", found.joined(separator: "; ") + (excepted ? "; with exceptions by $no_proxy" : ""))]
    }

    /// `http://host:3128`: without user, password, path and query. What is none of that is not repeated.
    static func place(_ text: String) -> String {
        let scheme = text.firstRange(of: "://").map { text[..<$0.lowerBound] }
        let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        let isPlace =
            !place.isEmpty
            && place.utf8.allSatisfy {
                (0x61...0x7A).contains($0 | 0x20) || (0x2D...0x3A).contains($0) || $0 == 0x5B || $0 == 0x5D
            }
        let isScheme = scheme.map {
            ["http", "https", "socks", "socks4", "socks5", "socks5h"].contains($0.lowercased())
        }
        guard isPlace, isScheme != false else { return "something that is no address of a proxy" }
        return (scheme.map { "\($0)://" } ?? "") + place
    }
}
