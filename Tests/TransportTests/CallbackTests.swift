import AccountStore
import SecretBytes
import SoupTransport
import Synchronization
import Testing

/// The listener that a browser comes back to, asked over real sockets.
@Suite("The callback's listener", .timeLimit(.minutes(1)))
struct CallbackTests {
    private let receiver = Receiver()

    private func listen(_ address: CallbackAddress = .anyPort, seconds: Int = 60) async throws -> any CallbackListener {
        try await LoopbackCallbacks().listen(at: address, seconds: seconds, for: receiver)
    }

    private func registered(_ text: String) throws -> CallbackAddress {
        try #require(CallbackAddress(registered: text))
    }

    @Test("any port: the address has the literal 127.0.0.1 and the port that is bound, and its query is handed on")
    func anyPort() async throws {
        let listener = try await listen()
        let port = try #require(Loopback.port(of: listener.url))
        #expect(listener.url == "http://127.0.0.1:\(port)/callback")
        let answer = try await Loopback.get(port, "/callback?oauth_token=a%20b&oauth_verifier=c%2B%26")
        #expect(answer.status == 200)
        #expect(receiver.queries == ["oauth_token=a%20b&oauth_verifier=c%2B%26"])
    }

    @Test("the pages are whole, hold nothing back and let nothing in", arguments: CallbackPage.allCases)
    func pages(_ page: CallbackPage) async throws {
        receiver.page = page
        let listener = try await listen()
        let port = try #require(Loopback.port(of: listener.url))
        let answer = try await Loopback.get(port, "/callback?oauth_token=%3Cscript%3E&secretword")
        #expect(answer.status == (page == .refused ? 400 : 200))
        #expect(answer.field("Content-Type") == "text/html; charset=utf-8")
        #expect(answer.field("Cache-Control") == "no-store")
        #expect(answer.field("Referrer-Policy") == "no-referrer")
        #expect(answer.field("Content-Security-Policy")?.hasPrefix("default-src 'none'; ") == true)
        #expect(answer.body.contains("</html>") && answer.body.contains("prefers-color-scheme: dark"))
        for word in ["<script", "secretword", "http:", "https:"] { #expect(!answer.body.contains(word)) }
    }

    @Test("stray requests get an error page and are not handed on")
    func strays() async throws {
        let listener = try await listen()
        let port = try #require(Loopback.port(of: listener.url))
        let host = "Host: 127.0.0.1:\(port)\r\n"
        let right = "/callback?oauth_token=a&oauth_verifier=b"
        let strays: [(request: String, status: Int)] = [
            ("GET /favicon.ico HTTP/1.1\r\n\(host)\r\n", 404),
            ("GET / HTTP/1.1\r\n\(host)\r\n", 404),
            ("GET /callback/x?a HTTP/1.1\r\n\(host)\r\n", 404),
            ("HEAD \(right) HTTP/1.1\r\n\(host)\r\n", 405),
            ("POST \(right) HTTP/1.1\r\n\(host)Content-Length: 5\r\n\r\nhello", 405),
            ("PUT \(right) HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n", 405),
            ("GET \(right) HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
            ("GET \(right) HTTP/1.1\r\nHost: evil.example:\(port)\r\n\r\n", 421),
            ("GET \(right) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n", 421),
            ("GET \(right) HTTP/1.1\r\n\(host)\(host)\r\n", 421),
            ("GET /callback?\(String(repeating: "x", count: 5000)) HTTP/1.1\r\n\(host)\r\n", 414),
        ]
        for stray in strays {
            let answer = try await Loopback.send(port, stray.request)
            #expect(answer.status == stray.status, "\(stray.request.prefix(60))")
            #expect(!answer.body.contains("evil") && !answer.body.contains("favicon"))
        }
        for garbage in ["\u{0}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET \(right) HTTP/1.1\r\n\r\n", "\r\n\r\n\r\n"] {
            _ = try await Loopback.send(port, garbage, closing: true)
        }
        _ = try? await Loopback.send(
            port, "GET /callback HTTP/1.1\r\nX: \(String(repeating: "x", count: 2_000_000))\r\n\(host)\r\n")
        #expect(receiver.queries == [])
        #expect(try await Loopback.get(port, right).status == 200)
        #expect(receiver.queries.count == 1)
    }

    @Test("a page arrives whole though the door is closed as soon as the answer is there")
    func closedAtOnce() async throws {
        let listener = try await listen()
        let port = try #require(Loopback.port(of: listener.url))
        receiver.then { listener.close() }
        let answer = try await Loopback.get(port, "/callback?a")
        #expect(answer.status == 200 && answer.body.contains("</html>"))
        try await expectClosed(port)
    }

    @Test("the port is closed when the listener is let go, and when the time is over")
    func ends() async throws {
        var listener: (any CallbackListener)? = try await listen()
        let first = try #require(Loopback.port(of: listener?.url ?? ""))
        #expect(try await Loopback.get(first, "/x").status == 404)
        listener = nil
        try await expectClosed(first)
        #expect(!receiver.isTimeOver)
        let second = try await listen(seconds: 1)
        try await expectClosed(try #require(Loopback.port(of: second.url)))
        while !receiver.isTimeOver { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("an idle connection and one that never ends its body hold up nothing")
    func slowClients() async throws {
        let listener = try await listen()
        let port = try #require(Loopback.port(of: listener.url))
        let idle = try Loopback.connect(port)
        let endless = try Loopback.connect(port)
        endless.write("POST /callback HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 1000000000\r\n\r\nx")
        #expect(try await Loopback.get(port, "/callback?a").status == 200)
        listener.close()
        try await expectClosed(port)
        withExtendedLifetime((idle, endless)) {}
    }

    @Test("two hundred connections that say nothing, or one letter at a time, keep no browser waiting")
    func manyClients() async throws {
        let listener = try await listen()
        let port = try #require(Loopback.port(of: listener.url))
        let slow = try (0..<200).map { _ in try Loopback.connect(port) }
        for letter in "GET /callback?x".map(String.init) {
            for connection in slow.prefix(20) { connection.write(letter) }
        }
        #expect(try await Loopback.get(port, "/callback?a").status == 200)
        #expect(receiver.queries == ["a"])
        listener.close()
        try await expectClosed(port)
        withExtendedLifetime(slow) {}
    }

    @Test("a port that is taken is named", arguments: ["127.0.0.1", "[::1]"])
    func taken(_ host: String) async throws {
        let other = try Loopback.occupy(host)
        let trouble = await #expect(throws: CallbackTrouble.self) {
            _ = try await listen(try registered("http://\(host):\(other.port)/cb"))
        }
        #expect(trouble?.message.contains("port \(other.port) ") == true)
        #expect(trouble?.message.contains("taken") == true)
        // `localhost` leads browsers to either address.
        await #expect(throws: CallbackTrouble.self) {
            _ = try await listen(try registered("http://localhost:\(other.port)/cb"))
        }
    }

    @Test("another program at the same port of ::1 is no trouble for an address with the literal 127.0.0.1")
    func otherStack() async throws {
        let other = try Loopback.occupy("[::1]")
        let listener = try await listen(try registered("http://127.0.0.1:\(other.port)/cb"))
        #expect(try await Loopback.get(other.port, "/cb?q").status == 200)
        withExtendedLifetime(listener) {}
    }

    @Test(
        "a path of an app's own is met however a browser spells its escapes",
        arguments: ["/a%20b/%C3%A9", "/a%20b/%c3%a9"])
    func escapedPath(_ path: String) async throws {
        let free = try Loopback.occupy("127.0.0.1")
        free.close()
        let listener = try await listen(try registered("http://127.0.0.1:\(free.port)/a%20b/%C3%A9"))
        #expect(try await Loopback.get(free.port, "\(path)?q").status == 200)
        #expect(try await Loopback.get(free.port, "/a%20b/?q").status == 404)
        listener.close()
    }

    @Test("localhost is listened at on both addresses")
    func localhost() async throws {
        let free = try Loopback.occupy("127.0.0.1")
        let port = free.port
        free.close()
        let listener = try await listen(try registered("http://localhost:\(port)/cb"))
        #expect(listener.url == "http://localhost:\(port)/cb")
        for address in ["127.0.0.1", "[::1]"] {
            let request = "GET /cb?q HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"
            #expect(try await Loopback.send(port, request, to: address).status == 200)
        }
    }

    private func expectClosed(_ port: UInt16) async throws {
        while (try? Loopback.connect(port)) != nil { try await Task.sleep(for: .milliseconds(5)) }
    }
}

/// Notes what is handed on.
private final class Receiver: CallbackReceiver {
    private struct State {
        var queries: [String] = []
        var page = CallbackPage.allowed
        var isTimeOver = false
        var then: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var queries: [String] { state.withLock(\.queries) }
    var isTimeOver: Bool { state.withLock(\.isTimeOver) }

    var page: CallbackPage {
        get { state.withLock(\.page) }
        set { state.withLock { $0.page = newValue } }
    }

    func then(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.then = action }
    }

    func receive(_ query: SharedSecret) -> CallbackPage {
        let text = query.withSpan { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
        let (page, then) = state.withLock { state in
            state.queries.append(text)
            return (state.page, state.then)
        }
        then?()
        return page
    }

    func timeIsOver() {
        state.withLock { $0.isTimeOver = true }
    }
}
