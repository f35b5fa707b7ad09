import AccountModel
import AccountStore
import SoupTransport
import TestRig
import Testing

@Suite("Answers that break")
struct BrokenAnswerTests {
    @Test(
        "a body that ends before its length, or within a chunk, is an error of the body",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 10\r\n\r\nhalf",
            "HTTP/1.0 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\nhalf",
        ])
    func cutShort(_ answer: String) async throws {
        try await WireServer.with([.readRequest, .send(answer)]) { server in
            let transport = SoupTransport.with()
            let read = try await transport.send(.get(server.base)).failureOfBody()
            #expect(read.count <= 4)
            #expect(read.error?.code == .serviceRefused)
            #expect(read.error?.message.hasPrefix("the answer of 127.0.0.1 was cut short") == true)
            let written = try await transport.send(.post(server.base)).failureOfBody()
            #expect(written.error?.code == .outcomeUnknown)
            await #expect(throws: TransportError.self) { _ = try await transport.exchange(.post(server.base)) }
        }
    }

    @Test("a body that ends with its connection is whole where no length was told")
    func endOfConnection() async throws {
        try await WireServer.with([.readRequest, .send("HTTP/1.1 200 OK\r\n\r\nall of it")]) { server in
            let response = try await SoupTransport.with().send(.get(server.base))
            #expect(response.body.count == nil)
            #expect(try await response.text() == "all of it")
        }
    }

    @Test("bytes beyond the length told are not the answer's")
    func tooLong() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\nforged"
        try await WireServer.with([.readRequest, .send(answer)]) { server in
            let read = try await SoupTransport.with().send(.get(server.base)).failureOfBody()
            #expect(read.error != nil || read.count == 2)
        }
    }

    @Test("a length beyond all numbers is no length")
    func lengthWithoutEnd() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nx"
        try await WireServer.with([.readRequest, .send(answer)]) { server in
            let response = try await SoupTransport.with().send(.get(server.base))
            #expect(response.body.count == nil)
        }
    }

    @Test("answers without a body have none, whatever length they tell", arguments: ["HEAD 200", "GET 204", "GET 304"])
    func noBody(_ words: String) async throws {
        let (method, status) = (String(words.split(separator: " ")[0]), String(words.split(separator: " ")[1]))
        let answer = "HTTP/1.1 \(status) X\r\nContent-Length: 10\r\n\r\n"
        try await WireServer.with([.readRequest, .send(answer), .linger]) { server in
            let response = try await SoupTransport.with().send(
                TransportRequest(method: method, url: server.base, headers: [], timeout: 20))
            #expect(response.status == Int(status))
            #expect(response.body.count == nil)
            #expect(try await response.text() == "")
        }
    }

    @Test(
        "what is not HTTP is told so, and is no answer to rely on",
        arguments: [
            "hello\r\n\r\n", "<html>0.9</html>\n\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
            "HTTP/1.1 abc OK\r\n\r\n",
            "HTTP/1.1 2000 OK\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/1.1 -20 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        ])
    func notHTTP(_ answer: String) async throws {
        try await WireServer.with([.readRequest, .send(answer)]) { server in
            let error = await SoupTransport.with().failure(of: .post(server.base))
            #expect(error?.code == .brokenAnswer)
            #expect(error?.message.contains("127.0.0.1") == true)
        }
    }

    @Test("a head that is cut off is no answer", arguments: ["HTTP/1.1 2", "HTTP/1.1 200 OK\r\nContent-Le"])
    func headCut(_ answer: String) async throws {
        try await WireServer.with([.readRequest, .send(answer)]) { server in
            let error = await SoupTransport.with().failure(of: .post(server.base))
            #expect(error?.code == .noAnswer || error?.code == .brokenAnswer)
        }
    }

    @Test("statuses that nobody knows, and interim answers, are passed on or passed over")
    func oddStatuses() async throws {
        let interim = "HTTP/1.1 103 Early\r\nX-A: no\r\n\r\nHTTP/1.1 102 Wait\r\n\r\n"
        try await WireServer.with(
            [.readRequest, .send(interim + "HTTP/1.1 799 Odd\r\nX-B: yes\r\nContent-Length: 0\r\n\r\n")]
        ) { server in
            let response = try await SoupTransport.with().send(.get(server.base))
            #expect(response.status == 799)
            #expect(response.headers.map(\.name).sorted() == ["Content-Length", "X-B"])
        }
    }

    @Test(
        "a head without end is an error before it fills the memory",
        arguments: ["X-A: " + String(repeating: "a", count: 1000) + "\r\n", String(repeating: "a", count: 1000)])
    func endlessHead(_ piece: String) async throws {
        try await WireServer.with([.readRequest, .send("HTTP/1.1 200 OK\r\n"), .fill(piece, 100_000)]) { server in
            let url = server.base
            // In a process of its own, whose memory nobody else uses.
            await #expect(processExitsWith: .success) { [url = url as String] in
                let before = residentKiB()
                let error = await SoupTransport.with().failure(of: .get(url))
                #expect(error?.code == .noAnswer)
                #expect(residentKiB() - before < 32_000)
            }
            let connection = try await server.waitForEnd()[0]
            #expect(connection.endedByPeer)
        }
    }

    @Test("a secret answer has 64 KiB at the most", arguments: [65536, 65537])
    func secretLimit(_ count: Int) async throws {
        let head = "HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: \(count)\r\n\r\n"
        try await WireServer.with([.readRequest, .send(head), .fill("s", count)]) { server in
            do throws(TransportError) {
                let answer = try await SoupTransport.with().exchange(.post(server.base))
                #expect(count == 65536)
                #expect(answer.status == 200)
                #expect(answer.headers[field: "x-a"] == "b")
                #expect(answer.body.text == String(repeating: "s", count: count))
            } catch {
                #expect(count == 65537)
                #expect(error == TransportError(.brokenAnswer, "127.0.0.1 answered more than 65536 bytes"))
            }
        }
    }
}
