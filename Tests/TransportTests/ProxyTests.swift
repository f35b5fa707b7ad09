import AccountModel
import AccountStore
import Glibc
import SoupTransport
import TestRig
import Testing

@Suite("Proxies")
struct ProxyTests {
    private static let established = "HTTP/1.1 200 Connection established\r\n\r\n"

    @Test("the proxy of the settings is asked for the service by its name, and TLS goes through it")
    func settings() async throws {
        try await withService { service, authority in
            try await WireServer.with(
                [.readHead, .send(ProxyTests.established), .tunnel(service.port)]
            ) { proxy in
                let transport = SoupTransport.with(
                    TransportSettings(proxy: "http://127.0.0.1:\(proxy.port)", authorityFile: authority.file))
                #expect(try await transport.send(secured(.post("https://service.example/x"))).text() == "ok")
                #expect(try await proxy.waitForEnd()[0].head.first == "CONNECT service.example:443 HTTP/1.1")
                let arrived = try await service.waitForEnd()[0]
                #expect(arrived.head.first == "POST /x HTTP/1.1")
                #expect(arrived.head.contains("Host: service.example"))
            }
        }
    }

    @Test(
        "the proxy of the environment counts where the settings have none", arguments: ["https_proxy", "HTTPS_PROXY"])
    func environment(_ variable: String) async throws {
        try await withService { service, authority in
            try await WireServer.with(
                [.readHead, .send(ProxyTests.established), .tunnel(service.port)]
            ) { proxy in
                let (url, file) = ("http://127.0.0.1:\(proxy.port)", authority.file)
                await #expect(processExitsWith: .success) { [variable, url = url as String, file = file as String] in
                    for name in ["https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"] { unsafe unsetenv(name) }
                    unsafe setenv(variable, url, 1)
                    let transport = SoupTransport.with(TransportSettings(authorityFile: file))
                    var request = TransportRequest.post("https://service.example/x")
                    request.mayUseOwnAuthorities = true
                    let text = try await transport.send(request).text()
                    #expect(text == "ok")
                }
                let asked = try await proxy.waitForEnd()[0]
                #expect(asked.head.first == "CONNECT service.example:443 HTTP/1.1")
            }
        }
    }

    @Test("loopback is never reached through a proxy, in whatever way it is named")
    func loopback() async throws {
        try await WireServer.with([.readHead, .send(ProxyTests.established)]) { proxy in
            try await WireServer.with([.readRequest, .send(ok)]) { server in
                let (url, port) = ("http://127.0.0.1:\(proxy.port)", server.port)
                await #expect(processExitsWith: .success) { [url = url as String, port = port as UInt16] in
                    for name in ["http_proxy", "https_proxy", "all_proxy"] { unsafe setenv(name, url, 1) }
                    for proxy in [nil, url] {
                        let transport = SoupTransport.with(TransportSettings(proxy: proxy))
                        for host in ["127.0.0.1", "localhost"] {
                            let text = try await transport.send(.post("http://\(host):\(port)/x")).text()
                            #expect(text == "ok")
                        }
                    }
                }
                try await server.waitForEnd(of: 4)
                #expect(proxy.accepted == 0)
            }
        }
    }

    @Test("a proxy's refusal is not the service's answer", arguments: ["407 Log in", "502 Bad", "403 No", "302 Go"])
    func refusals(_ status: String) async throws {
        let answer = "HTTP/1.1 \(status)\r\nLocation: https://service.example/\r\nContent-Length: 5\r\n\r\nproxy"
        try await WireServer.with([.readHead, .send(answer)]) { proxy in
            let error = await SoupTransport.with(
                TransportSettings(proxy: "http://127.0.0.1:\(proxy.port)")
            ).failure(of: .post("https://service.example/x"))
            #expect(error?.code == .notConnected)
            #expect(error?.message.hasPrefix("the proxy for service.example answered \(status.prefix(3))") == true)
            #expect(error?.message.contains("password") == status.hasPrefix("407"))
        }
    }

    @Test("a proxy that is not there, or hangs up")
    func absent() async throws {
        let absent = SoupTransport.with(TransportSettings(proxy: "http://127.0.0.1:1"))
        #expect(await absent.failure(of: .post("https://service.example/"))?.code == .notConnected)
        try await WireServer.with([.readHead]) { proxy in
            let error = await SoupTransport.with(
                TransportSettings(proxy: "http://127.0.0.1:\(proxy.port)")
            ).failure(of: .post("https://service.example/"))
            #expect(error?.code == .notConnected)
        }
    }

    @Test("name and password of a proxy go to the proxy when it asks, and are in no error")
    func credentials() async throws {
        let asks = "HTTP/1.1 407 Log in\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n"
        try await withService { service, authority in
            let granted: [WireServer.Step] = [.readHead, .send(ProxyTests.established), .tunnel(service.port)]
            try await WireServer.with(
                [.readHead, .send(asks + "Connection: close\r\n\r\n")], granted
            ) { proxy in
                let transport = SoupTransport.with(
                    TransportSettings(
                        proxy: "http://user:p%40ss@127.0.0.1:\(proxy.port)", authorityFile: authority.file))
                #expect(try await transport.send(secured(.post("https://service.example/x"))).text() == "ok")
                let heads = try await proxy.waitForEnd(of: 2).map(\.head)
                #expect(heads.flatMap { $0 }.contains("Proxy-Authorization: Basic dXNlcjpwQHNz"))
                #expect(try await service.waitForEnd()[0].received.contains("Proxy") == false)
            }
        }
        let absent = SoupTransport.with(TransportSettings(proxy: "http://user:p%40ss@127.0.0.1:1"))
        let error = await absent.failure(of: .get("https://service.example/"))
        #expect(error?.message.contains("p%40ss") == false)
        #expect(error?.message.contains("p@ss") == false)
    }

    @Test(
        "a password that the proxy refuses is given once, and the error speaks of it", arguments: ["Basic", "Digest"])
    func wrongPassword(_ scheme: String) async throws {
        let challenge = "\(scheme) realm=\"x\", nonce=\"n\", qop=\"auth\""
        for closes in [true, false] {
            let more = closes ? "Connection: close\r\n" : ""
            let refusal = "HTTP/1.1 407 No\r\nProxy-Authenticate: \(challenge)\r\nContent-Length: 0\r\n\(more)\r\n"
            let each: [WireServer.Step] =
                closes
                ? [.readHead, .send(refusal)] : [.readHead, .send(refusal), .readHead, .send(refusal), .linger]
            try await WireServer.with(each) { proxy in
                let transport = SoupTransport.with(
                    TransportSettings(proxy: "http://me:wrong@127.0.0.1:\(proxy.port)"))
                // libsoup remembers between requests how it was asked.
                for _ in 1...2 {
                    let before = proxy.accepted
                    let error = await transport.failure(of: .get("https://service.example/", timeout: 10))
                    #expect(error?.code == .notConnected)
                    #expect(error?.message.contains("407") == true, "\(String(describing: error))")
                    #expect(error?.message.contains("password") == true)
                    #expect(error?.message.contains("wrong@") == false)
                    #expect(proxy.accepted - before <= 2)
                }
            }
        }
    }

    @Test(
        "a setting that is no proxy's URL", arguments: ["127.0.0.1:3128", "proxy", "ftp://user:pw@host", "http://", ""])
    func nonsense(_ proxy: String) async throws {
        let error = await SoupTransport.with(TransportSettings(proxy: proxy)).failure(
            of: .get("https://service.example/"))
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("pw") == false)
    }

    private func secured(_ request: TransportRequest) -> TransportRequest {
        var request = request
        request.mayUseOwnAuthorities = true
        return request
    }

    /// A service that calls itself service.example.
    private func withService(_ body: (WireServer, TestAuthority) async throws -> Void) async throws {
        try await TestAuthority.with { authority in
            let certificate = try await authority.certificate(for: "service.example")
            try await WireServer.with([.readRequest, .send(ok)], certificate: certificate) { service in
                try await body(service, authority)
            }
        }
    }
}
