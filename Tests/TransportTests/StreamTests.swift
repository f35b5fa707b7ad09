import AccountModel
import AccountStore
import SoupTransport
import Synchronization
import TestRig
import Testing

@Suite("Bodies that stream")
struct StreamTests {
    @Test("a request's body arrives whole, by its length or in chunks", arguments: [true, false])
    func wholeBody(_ hasCount: Bool) async throws {
        let chunks = (0..<40).map { [UInt8](repeating: UInt8(0x41 + $0 % 26), count: 1 + $0 * 1001) }
        let expected = chunks.flatMap { $0 }
        try await WireServer.with([.readRequest, .send(ok)]) { server in
            let body = Body.of(chunks, count: hasCount ? expected.count : nil)
            let response = try await SoupTransport.with().send(post(body, to: server))
            #expect(try await response.text() == "ok")
            let connection = try await server.waitForEnd()[0]
            if hasCount {
                let content = content(of: connection)
                #expect(connection.head.contains("Content-Length: \(expected.count)"))
                #expect(connection.count - connection.bytes.count + content.count == expected.count)
                #expect(expected.starts(with: content))
            } else {
                #expect(connection.head.contains("Transfer-Encoding: chunked"))
                #expect(connection.received.hasSuffix("\r\n0\r\n\r\n"))
            }
        }
    }

    @Test("an empty body", arguments: [0, nil])
    func emptyBody(_ count: Int?) async throws {
        try await WireServer.with([.readRequest, .send(ok)]) { server in
            let response = try await SoupTransport.with().send(post(Body.of([], count: count), to: server))
            #expect(try await response.text() == "ok")
        }
    }

    @Test("a large body goes through little memory")
    func flatMemory() async throws {
        try await WireServer.with([.readRequest, .send(ok)]) { server in
            let url = server.base
            // In a process of its own, whose memory nobody else uses.
            await #expect(processExitsWith: .success) { [url = url as String] in
                let (size, chunk) = (96 << 20, [UInt8](repeating: 0x61, count: 64 * 1024))
                let left = Mutex(size / chunk.count)
                let body = Body(count: size) {
                    left.withLock { left in
                        left -= 1
                        return left >= 0 ? chunk : nil
                    }
                }
                let before = residentKiB()
                let response = try await SoupTransport.with().send(
                    TransportRequest(method: "POST", url: url, headers: [], content: .stream(body), timeout: 60))
                #expect(response.status == 200)
                #expect(residentKiB() - before < 32_000)
            }
            let connection = try await server.waitForEnd()[0]
            #expect(connection.count > 96 << 20)
        }
    }

    @Test("a body that breaks off is never taken for a whole one", arguments: [true, false])
    func brokenBody(_ hasCount: Bool) async throws {
        try await WireServer.with([.readHead, .readRequest, .send(ok)]) { server in
            let chunks = Mutex([Array("half".utf8)][...])
            let body = Body(count: hasCount ? 8 : nil) { () async throws(BrokerError) in
                if let chunk = chunks.withLock({ $0.popFirst() }) { return chunk }
                try? await server.waitForRequests()
                throw BrokerError(.failed, "the pipe broke")
            }
            let error = await SoupTransport.with().failure(of: post(body, to: server))
            #expect(error?.code == .noAnswer)
            #expect(error?.message == "the body of the request to 127.0.0.1 broke off: the pipe broke")
            let connection = try await server.waitForEnd()[0]
            #expect(connection.endedByPeer)
            #expect(!connection.received.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test("nor is one whose time is over, or whose sender is cancelled", arguments: [true, false])
    func stoppedBody(_ isCancelled: Bool) async throws {
        try await WireServer.with([.readHead, .readRequest, .send(ok)]) { server in
            let chunks = Mutex([Array("half".utf8)][...])
            let body = Body { () async throws(BrokerError) in
                if let chunk = chunks.withLock({ $0.popFirst() }) { return chunk }
                try? await Task.sleep(for: .seconds(600))
                return nil
            }
            var request = post(body, to: server)
            request.timeout = isCancelled ? 600 : 1
            let sending = Task { [request] in await SoupTransport.with().failure(of: request) }
            try await server.waitForRequests()
            if isCancelled { sending.cancel() }
            #expect(await sending.value?.code == .noAnswer)
            let connection = try await server.waitForEnd()[0]
            #expect(connection.endedByPeer)
            #expect(!connection.received.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test("a body of another length than it told is refused", arguments: [3, 5])
    func wrongLength(_ count: Int) async throws {
        try await WireServer.with([.readRequest, .send(ok)]) { server in
            let error = await SoupTransport.with().failure(
                of: post(Body.of([Array("four".utf8)], count: count), to: server))
            #expect(error?.message.contains("broke off: it has ") == true)
            #expect(error?.code == .noAnswer || error?.code == .invalidRequest)
        }
    }

    @Test("a body that nobody takes is let go: no connection, no name, a server that hangs up")
    func untaken() async throws {
        let chunk = [UInt8](repeating: 0, count: 1 << 20)
        let endless = Body { chunk }
        let name = String(repeating: "a", count: 64) + ".invalid"
        for url in ["http://127.0.0.1:1/", "https://\(name)/"] {
            let request = TransportRequest(
                method: "POST", url: url, headers: [], content: .stream(endless), timeout: 20)
            #expect(await SoupTransport.with().failure(of: request)?.code == .notConnected)
        }
        try await WireServer.with([.readHead, .reset]) { server in
            #expect(await SoupTransport.with().failure(of: post(endless, to: server))?.code == .noAnswer)
        }
    }

    @Test("an answer is given on while it arrives")
    func answerByPieces() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        try await WireServer.with([
            .readRequest, .send(head), .await("one"), .send("3\r\none\r\n"), .await("two"),
            .send("3\r\ntwo\r\n0\r\n\r\n"),
        ]) { server in
            let response = try await SoupTransport.with().send(.get(server.base))
            #expect(response.status == 200)
            for word in ["one", "two"] {
                server.say(word)
                #expect(try await response.body.next() == Array(word.utf8))
            }
            #expect(try await response.body.next() == nil)
        }
    }

    @Test("an answer that nobody reads is hung up, and does not hold up others")
    func unread() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n"
        try await WireServer.with([.readRequest, .send(head), .fill("aaaaaaaaaa", 10_000_000)]) { server in
            let transport = SoupTransport.with()
            do {
                let held = try await transport.send(.get(server.base))
                let read = try await transport.send(.get(server.base))
                #expect(try await read.body.next()?.isEmpty == false)
                #expect(held.status == 200)
            }
            #expect(try await server.waitForEnd(of: 2).allSatisfy(\.endedByPeer))
        }
    }

    private func post(_ body: Body, to server: WireServer) -> TransportRequest {
        TransportRequest(method: "POST", url: server.base + "/x", headers: [], content: .stream(body), timeout: 20)
    }

    private func content(of connection: WireServer.Connection) -> [UInt8] {
        let separator = Array("\r\n\r\n".utf8)
        guard let head = connection.bytes.firstRange(of: separator) else { return [] }
        return Array(connection.bytes[head.upperBound...])
    }
}

extension Body {
    fileprivate static func of(_ chunks: [[UInt8]], count: Int?) -> Body {
        let rest = Mutex(chunks[...])
        return Body(count: count) { rest.withLock { $0.popFirst() } }
    }
}
