import FoundationEssentials

/// A port of the test service that speaks TLS.
package struct SecureEndpoint: Decodable, Sendable {
    /// What is right or wrong with its certificate.
    package enum Certificate: String, Sendable, CaseIterable {
        case good, expired
        case notYetValid = "not yet valid"
        case wrongHost = "wrong host"
        case selfSigned = "self-signed"
    }

    package let port: UInt16
    /// The certificate of the authority, in PEM, as `ca-file` wants it.
    package let authority: String
    /// The certificate holds for this name and all below it, and for the loopback. A proxy leads there.
    package let host: String

    package var base: String { "https://127.0.0.1:\(port)/" }
}

/// What a proxy of the test service was asked for.
package struct ProxiedRequest: Decodable, Sendable {
    package let method: String
    /// `host:port`, or a whole URL.
    package let target: String
    package let headers: [[String]]
    /// 200 where it was passed on.
    package let status: Int
}

extension TestService {
    /// Opens a port where the same service speaks TLS.
    package func openTLS(_ certificate: SecureEndpoint.Certificate = .good) async throws -> SecureEndpoint {
        let wanted = try JSONEncoder().encode(["certificate": certificate.rawValue])
        return try await JSONDecoder().decode(SecureEndpoint.self, from: control("POST", "tls", wanted))
    }

    /// Opens a proxy on a port of the loopback, and answers the port.
    ///
    /// - Parameters:
    ///   - routes: to which port of the loopback a `host:port` leads; nothing else is reached.
    ///   - user: with `password`, what the proxy wants to be told.
    ///   - status: refuses every request with this one.
    package func openProxy(
        routes: [String: UInt16] = [:], user: String? = nil, password: String? = nil, status: Int? = nil
    ) async throws -> UInt16 {
        struct Wanted: Encodable {
            let routes: [String: UInt16]
            let user, password: String?
            let status: Int?
        }
        struct Answer: Decodable { let port: UInt16 }
        let wanted = Wanted(routes: routes, user: user, password: password, status: status)
        let answer = try await control("POST", "proxy", JSONEncoder().encode(wanted))
        return try JSONDecoder().decode(Answer.self, from: answer).port
    }

    /// What all proxies were asked for.
    package func proxied() async throws -> [ProxiedRequest] {
        try await JSONDecoder().decode([ProxiedRequest].self, from: control("GET", "proxy"))
    }
}
