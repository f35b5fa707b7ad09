import AccountModel
import AccountStore
import SoupTransport
import TestRig
import Testing

@Suite("A request is sent once, and nothing is followed")
struct OnceTests {
    static let methods = ["GET", "POST", "PUT", "DELETE"]

    @Test("a connection that ends before an answer is no answer, and there is no second", arguments: methods)
    func noAnswer(_ method: String) async throws {
        try await WireServer.with([.readRequest]) { server in
            let error = await SoupTransport.with().failure(of: request(method, server))
            #expect(error?.code == .noAnswer)
            #expect(error?.message.hasPrefix("127.0.0.1 ended the connection without an answer") == true)
            let connections = try await connections(to: server)
            #expect(connections == 1)
        }
    }

    @Test("nor after a reset in the middle of the request", arguments: methods)
    func reset(_ method: String) async throws {
        try await WireServer.with([.read(10), .reset]) { server in
            let error = await SoupTransport.with().failure(of: request(method, server, bytes: 1 << 20))
            #expect(error?.code == .noAnswer)
            let connections = try await connections(to: server)
            #expect(connections == 1)
        }
    }

    @Test("a service that would keep its connections gets a new one for each request", arguments: methods)
    func keptAlive(_ method: String) async throws {
        let kept = "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok"
        try await WireServer.with([.readRequest, .send(kept), .linger], [.readRequest]) { server in
            let transport = SoupTransport.with()
            #expect(try await transport.send(request(method, server)).text() == "ok")
            #expect(await transport.failure(of: request(method, server))?.code == .noAnswer)
            let connections = try await connections(to: server)
            #expect(connections == 2)
        }
    }

    @Test("the test service logs one request for one whose answer was swallowed")
    func swallowed() async throws {
        let service = try await TestService.start()
        var fault = Fault(times: 0)
        fault.swallow = true
        try await service.add(fault)
        let error = await SoupTransport.with().failure(of: .post(service.base + "1.1/statuses/update.json"))
        #expect(error?.code == .noAnswer)
        #expect(try await service.log().count == 1)
        await service.stop()
    }

    @Test(
        "a redirect is the answer, wherever it leads", arguments: [301, 302, 303, 307, 308],
        ["/elsewhere", "http://127.0.0.1:1/", "http://service.example/", "https://service.example/", "junk:"])
    func redirects(_ status: Int, _ location: String) async throws {
        let answer = "HTTP/1.1 \(status) Moved\r\nLocation: \(location)\r\nContent-Length: 4\r\n\r\ngone"
        try await WireServer.with([.readRequest, .send(answer)]) { server in
            let response = try await SoupTransport.with().send(.post(server.base))
            #expect(response.status == status)
            #expect(response.headers[field: "Location"] == location)
            #expect(try await response.text() == "gone")
            let connections = try await connections(to: server)
            #expect(connections == 1)
        }
    }

    @Test("a demand for another log-in is the answer", arguments: ["Basic realm=\"x\"", "Digest nonce=\"x\"", "OAuth"])
    func unauthorized(_ scheme: String) async throws {
        let answer = "HTTP/1.1 401 No\r\nWWW-Authenticate: \(scheme)\r\nContent-Length: 2\r\n\r\nno"
        try await WireServer.with([.readRequest, .send(answer)]) { server in
            let response = try await SoupTransport.with().send(.get(server.base))
            #expect(response.status == 401)
            #expect(try await response.text() == "no")
            let connections = try await connections(to: server)
            #expect(connections == 1)
        }
    }

    @Test("cookies are not kept")
    func cookies() async throws {
        let answer = "HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 2\r\n\r\nok"
        try await WireServer.with([.readRequest, .send(answer)]) { server in
            let transport = SoupTransport.with()
            for _ in 1...2 { _ = try await transport.send(.get(server.base)).text() }
            let connections = try await server.waitForEnd(of: 2)
            #expect(connections.allSatisfy { !$0.received.lowercased().contains("cookie") })
        }
    }

    private func request(_ method: String, _ server: WireServer, bytes: Int = 8) -> TransportRequest {
        TransportRequest(
            method: method, url: server.base + "/x", headers: [],
            content: method == "GET" ? .none : .bytes([UInt8](repeating: 0x61, count: bytes)), timeout: 20)
    }

    /// How many connections there were: any further one would have been made before the one that this makes.
    private func connections(to server: WireServer) async throws -> Int {
        _ = try? await SoupTransport.with().send(.get(server.base + "/last"))
        try await eventually("the last connection's end") { server.ended.contains(where: \.isLast) }
        return server.ended.first(where: \.isLast)?.number ?? 0
    }
}

extension WireServer.Connection {
    fileprivate var isLast: Bool { received.hasPrefix("GET /last") }
}
