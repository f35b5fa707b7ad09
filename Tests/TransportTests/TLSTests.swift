import AccountModel
import AccountStore
import SoupTransport
import TestRig
import Testing

@Suite("TLS")
struct TLSTests {
    @Test("an authority of one's own counts where the request says so, and nowhere else")
    func ownAuthority() async throws {
        try await TestAuthority.with { authority in
            let certificate = try await authority.certificate(for: "127.0.0.1")
            try await WireServer.with([.readRequest, .send(ok)], certificate: certificate) { server in
                let (url, file) = (server.base, authority.file)
                // In a process of its own: the TLS library reads its settings once.
                await #expect(processExitsWith: .success) { [url = url as String, file = file as String] in
                    TransportSecurity.refuseOldVersions()
                    let transport = SoupTransport.with(TransportSettings(authorityFile: file))
                    var request = TransportRequest.post(url)
                    request.mayUseOwnAuthorities = true
                    let text = try await transport.send(request).text()
                    #expect(text == "ok")
                    request.mayUseOwnAuthorities = false
                    let error = await transport.failure(of: request)
                    #expect(error?.code == .tlsRefused)
                    #expect(
                        error?.message
                            == "127.0.0.1: its certificate is not from an authority that is trusted here")
                }
                let connections = try await server.waitForEnd(of: 2)
                #expect(connections[1].count == 0)
            }
        }
    }

    enum Fault: String, CaseIterable, Sendable {
        case expired = "has expired"
        case notYetValid = "is not valid yet"
        case wrongHost = "is for another host"
        case selfSigned = "is signed by itself"
    }

    @Test("certificates that are wrong are told apart, and no byte of the request leaves", arguments: Fault.allCases)
    func wrongCertificates(_ fault: Fault) async throws {
        try await TestAuthority.with { authority in
            let certificate =
                switch fault {
                case .expired: try await authority.certificate(for: "127.0.0.1", .expired)
                case .notYetValid: try await authority.certificate(for: "127.0.0.1", .future)
                case .wrongHost: try await authority.certificate(for: "service.example")
                case .selfSigned: try await authority.selfSigned(for: "127.0.0.1")
                }
            try await WireServer.with([.readRequest, .send(ok)], certificate: certificate) { server in
                let transport = SoupTransport.with(TransportSettings(authorityFile: authority.file))
                var request = TransportRequest.post(server.base)
                request.mayUseOwnAuthorities = true
                let error = await transport.failure(of: request)
                #expect(error == TransportError(.tlsRefused, "127.0.0.1: its certificate \(fault.rawValue)"))
                await #expect(throws: TransportError.self) { _ = try await transport.exchange(request) }
                let connections = try await server.waitForEnd(of: 2)
                #expect(connections.allSatisfy { $0.count == 0 })
            }
        }
    }

    @Test("a service that does not speak TLS")
    func noTLS() async throws {
        try await WireServer.with([.send("HTTP/1.1 200 OK\r\n\r\n"), .linger]) { server in
            let error = await SoupTransport.with().failure(of: .post("https://127.0.0.1:\(server.port)/secret"))
            #expect(error?.code == .tlsRefused)
            let connection = try await server.waitForEnd()[0]
            #expect(!connection.received.contains("secret"))
        }
    }

    @Test("TLS 1.0 and 1.1 are refused, 1.2 and 1.3 are not", arguments: ["TLSv1", "TLSv1_1", "TLSv1_2", "TLSv1_3"])
    func versions(_ version: String) async throws {
        let isOld = version == "TLSv1" || version == "TLSv1_1"
        try await TestAuthority.with { authority in
            let certificate = try await authority.certificate(for: "127.0.0.1")
            try await WireServer.with(
                [.readRequest, .send(ok)], certificate: certificate, tlsVersion: version
            ) { server in
                let (url, file) = (server.base, authority.file)
                // In a process of its own: the TLS library reads its settings once.
                await #expect(processExitsWith: .success) {
                    [url = url as String, file = file as String, isOld = isOld as Bool] in
                    TransportSecurity.refuseOldVersions()
                    let transport = SoupTransport.with(TransportSettings(authorityFile: file))
                    var request = TransportRequest.post(url)
                    request.mayUseOwnAuthorities = true
                    if isOld {
                        #expect(await transport.failure(of: request)?.code == .tlsRefused)
                    } else {
                        let text = try await transport.send(request).text()
                        #expect(text == "ok")
                    }
                }
                let connection = try await server.waitForEnd()[0]
                #expect(connection.received.isEmpty == isOld)
            }
        }
    }

    @Test("a ca-file that is no such thing is told by its name")
    func badAuthorityFiles() async throws {
        try await TestAuthority.with { authority in
            let garbage = try authority.write("-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n", to: "bad")
            let empty = try authority.write("nothing here\n", to: "empty")
            for file in ["ca.pem", "./ca.pem", "", "/nonexistent/ca.pem", garbage, empty, "/"] {
                let transport = SoupTransport.with(TransportSettings(authorityFile: file))
                var request = TransportRequest.get("https://127.0.0.1:1/")
                request.mayUseOwnAuthorities = true
                let error = await transport.failure(of: request)
                #expect(error?.code == .invalidRequest, "\(file)")
                #expect(error?.message.hasPrefix("ca-file=\(file) in the configuration") == true)
                request.mayUseOwnAuthorities = false
                #expect(await transport.failure(of: request)?.code == .notConnected)
            }
        }
    }

    @Test("HTTP/1.1 is the only version that is offered")
    func protocolVersion() async throws {
        try await TestAuthority.with { authority in
            let certificate = try await authority.certificate(for: "127.0.0.1")
            try await WireServer.with(
                [.readRequest, .send(ok)], certificate: certificate, offersHTTP2: true
            ) { server in
                let transport = SoupTransport.with(TransportSettings(authorityFile: authority.file))
                var request = TransportRequest.get(server.base)
                request.mayUseOwnAuthorities = true
                let text = try await transport.send(request).text()
                #expect(text == "ok")
                #expect(try await server.waitForEnd()[0].head.first == "GET / HTTP/1.1")
            }
        }
    }
}
