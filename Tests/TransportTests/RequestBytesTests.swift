import AccountModel
import AccountStore
import SecretBytes
import SoupTransport
import TestRig
import Testing

@Suite("Requests arrive byte for byte")
struct RequestBytesTests {
    @Test("a GET is its first line, the given fields, and nothing that asks for compression")
    func getHead() async throws {
        let connection = try await sent(
            TransportRequest(
                method: "GET", url: "/a?b=c",
                headers: [
                    HeaderField("Authorization", "OAuth realm=\"\", oauth_nonce=\"a%2Bb\""),
                    HeaderField("X-Twice", "1"),
                    HeaderField("x-twice", "2"), HeaderField("X-Odd", " ;\ttäb, \"q\""),
                ]))
        let host = connection.head.first { $0.hasPrefix("Host: ") }
        #expect(
            connection.head.filter { !$0.hasPrefix("Host: ") } == [
                "GET /a?b=c HTTP/1.1", "Authorization: OAuth realm=\"\", oauth_nonce=\"a%2Bb\"", "Connection: close",
                "User-Agent: acctstore", "X-Twice: 1", "x-twice: 2", "X-Odd:  ;\ttäb, \"q\"",
            ])
        #expect(host?.hasPrefix("Host: 127.0.0.1:") == true)
        #expect(connection.received.hasSuffix("\r\n\r\n"))
    }

    @Test("a body arrives with its length and no type but the given one")
    func body() async throws {
        let bytes = [UInt8](0...255) + Array("\r\n--".utf8)
        let connection = try await sent(
            TransportRequest(method: "POST", url: "/x", headers: [], content: .bytes(bytes)))
        #expect(connection.head.contains("Content-Length: \(bytes.count)"))
        #expect(!connection.received.contains("Content-Type"))
        #expect(Array(connection.bytes.suffix(bytes.count)) == bytes)
    }

    @Test("a type that libsoup would not write arrives as it is", arguments: ["odd", "a/b; c=\"d\";e", "A/B"])
    func contentType(_ type: String) async throws {
        let connection = try await sent(
            TransportRequest(
                method: "PUT", url: "/x", headers: [HeaderField("content-type", type)], content: .bytes([0x78])))
        #expect(connection.head.contains("Content-Type: \(type)"))
        #expect(connection.received.hasSuffix("\r\n\r\nx"))
    }

    @Test("a POST without a body, and one with an empty body, tell that there is none")
    func emptyBody() async throws {
        for content in [TransportRequest.Content.none, .bytes([])] {
            let connection = try await sent(
                TransportRequest(method: "POST", url: "/x", headers: [], content: content))
            #expect(connection.head.contains("Content-Length: 0"))
            #expect(connection.received.hasSuffix("\r\n\r\n"))
        }
    }

    @Test("a secret body arrives exactly")
    func secretBody() async throws {
        let secret = "x_auth_password=p%25%2B&x=" + String(repeating: "s", count: 9000)
        let connection = try await sent(
            TransportRequest(
                method: "POST", url: "/x", headers: [], content: .secret(SharedSecret(text: secret))))
        #expect(connection.received.hasSuffix("\r\n\r\n" + secret))
    }

    @Test(
        "a URL's path and query go out in their own spelling",
        arguments: [
            "/1.1/statuses/show/1.json", "/a%2Fb", "/a%20b?q=a+b%20c&&=&x", "/~a-b_c.d!$&'()*+,;=:@",
            "/a?b?c/d:@!$'()*,;", "/%E4%BD%A0?%F0%9F%98%80", "//double//slash/", "/?", "/a?", "/%00%0D%0A?%25%26",
            "/a^b|c`{d}",
        ])
    func spelling(_ pathAndQuery: String) async throws {
        let connection = try await sent(TransportRequest(method: "GET", url: pathAndQuery, headers: []))
        #expect(connection.head.first == "GET \(pathAndQuery) HTTP/1.1")
    }

    @Test("repeated fields of an answer are kept, in their order")
    func answerHeaders() async throws {
        let answer =
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nX-A: \t x, y \r\nContent-Length: 0\r\n\r\n"
        try await WireServer.with([.readHead, .send(answer)]) { server in
            let response = try await SoupTransport.with().send(.get(server.base))
            #expect(
                Set(response.headers) == [
                    HeaderField("Set-Cookie", "a=1"), HeaderField("Set-Cookie", "b=2"), HeaderField("X-A", "x, y"),
                    HeaderField("Content-Length", "0"),
                ])
            #expect(response.headers.filter { $0.name == "Set-Cookie" }.map(\.value) == ["a=1", "b=2"])
        }
    }

    @Test("an answer in a foreign encoding is text all the same")
    func foreignBytes() async throws {
        try await WireServer.with([.readHead, .send("HTTP/1.1 200 \u{e9}t\u{e9}\r\nX-A: caf\u{e9}\r\n\r\n")]) {
            server in
            let response = try await SoupTransport.with().send(.get(server.base))
            #expect(response.headers[field: "X-A"] == "caf\u{fffd}")
        }
    }

    @Test("the test service takes a form as it was encoded")
    func form() async throws {
        let service = try await TestService.start()
        let url = service.base + "1.1/statuses/update.json?trim_user=1"
        let response = try await SoupTransport.with().send(.post(url, "status=a%26b%20%2B&x=&y"))
        #expect(response.status == 400)
        #expect(try await response.text().contains("215"))
        let logged = try #require(try await service.log().last)
        #expect(logged.body == "status=a%26b%20%2B&x=&y")
        #expect(logged.query == "trim_user=1")
        #expect(logged.formValue("status") == "a&b +")
        #expect(service.errors == "")
        await service.stop()
    }

    /// Sends to a server that answers; `url` is the path and query alone.
    private func sent(_ request: TransportRequest) async throws -> WireServer.Connection {
        try await WireServer.with([.readRequest, .send(ok)]) { server in
            var request = request
            request.url = server.base + request.url
            let response = try await SoupTransport.with().send(request)
            #expect(try await response.text() == "ok")
            return try await server.waitForEnd()[0]
        }
    }
}
