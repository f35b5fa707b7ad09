import AccountModel
import AccountStore
import SoupTransport
import TestRig
import Testing

@Suite("What cannot be sent as it is, is refused before any connection")
struct RefusedRequestTests {
    @Test(
        "URLs that are none, or would go out in another spelling",
        arguments: [
            "a b", "ä", "a#f", "#", "a%7Eb", "%41", "a?b=%7E", "a%2fb", "a\u{0}b", "a\r\nX-A: b", "\u{7f}", "a%",
            "a%4", "a%zz",
        ])
    func spelling(_ path: String) async throws {
        try await refuses { TransportRequest(method: "GET", url: "\($0)/\(path)", headers: []) }
    }

    @Test(
        "URLs to nowhere",
        arguments: [
            "", "/", "127.0.0.1", "ftp://127.0.0.1/", "http:///x", "http://", "http://127.0.0.1:99999/",
            "http://user@127.0.0.1/", "http://user:pass@127.0.0.1/", "http://@127.0.0.1/", "file:///etc/passwd",
        ])
    func nowhere(_ url: String) async throws {
        let error = await SoupTransport.with().failure(of: .get(url))
        #expect(error?.code == .invalidRequest)
    }

    @Test(
        "plain http to anything but loopback",
        arguments: ["http://service.example/x", "http://10.0.0.1/", "http://localhost.example/", "http://127.1/"])
    func plainHTTP(_ url: String) async throws {
        let error = await SoupTransport.with().failure(of: .get(url))
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("without TLS") == true)
    }

    @Test("methods", arguments: ["", "G ET", "GET\r\nX: y", "GET\u{0}", "G\u{e9}T", "GET/", "CONNECT"])
    func methods(_ method: String) async throws {
        try await refuses { TransportRequest(method: method, url: $0 + "/", headers: []) }
    }

    @Test(
        "names of header fields",
        arguments: [
            "", "X A", "X:", "X\r\nY", "X\n", "X\u{0}", "X\u{e9}", "Host", "content-length", "Transfer-Encoding",
            "Connection",
        ])
    func headerNames(_ name: String) async throws {
        try await refuses { TransportRequest(method: "GET", url: $0 + "/", headers: [HeaderField(name, "v")]) }
    }

    @Test("values of header fields", arguments: ["a\r\nX: y", "a\nb", "a\rb", "a\u{0}b", "\u{1b}[m", "\u{7f}"])
    func headerValues(_ value: String) async throws {
        try await refuses { TransportRequest(method: "GET", url: $0 + "/", headers: [HeaderField("X-A", value)]) }
    }

    @Test("a secret request in the same way")
    func secretRequests() async throws {
        await #expect(throws: TransportError.self) {
            _ = try await SoupTransport.with().exchange(
                TransportRequest(method: "POST", url: "http://service.example/", headers: []))
        }
    }

    @Test("settings that cannot be read are told in their own words")
    func settings() async throws {
        let transport = SoupTransport { () throws(BrokerError) in
            throw BrokerError(.notConfigured, "timeout=x in acctstore.conf is not a number")
        }
        let error = await transport.failure(of: .get("http://127.0.0.1/"))
        #expect(error == TransportError(.invalidRequest, "timeout=x in acctstore.conf is not a number"))
    }

    private func refuses(
        _ request: (_ base: String) -> TransportRequest, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await WireServer.with([.readRequest, .send(ok)]) { server in
            let error = await SoupTransport.with().failure(of: request(server.base), sourceLocation: sourceLocation)
            #expect(error?.code == .invalidRequest, sourceLocation: sourceLocation)
            #expect(error?.message.contains { $0.isNewline || $0 == "\u{0}" } == false, sourceLocation: sourceLocation)
            #expect(server.ended.isEmpty, sourceLocation: sourceLocation)
        }
    }
}
