import AccountModel
import AccountStore
import SoupTransport
import TestRig
import Testing

@Suite("Deadlines and cancelling")
struct DeadlineTests {
    private func isAboutTheAnswer(_ error: TransportError?) -> Bool { error?.code != .notConnected }

    @Test("a service that does not answer")
    func silence() async throws {
        try await WireServer.with([.readRequest, .linger]) { server in
            let error = await withGrowingTime(isFarEnough: isAboutTheAnswer) { seconds in
                await SoupTransport.with().failure(of: .post(server.base, timeout: seconds))
            }
            #expect(error == TransportError(.noAnswer, "127.0.0.1 did not answer in time"))
            let connection = try await server.waitForEnd()[0]
            #expect(connection.endedByPeer)
        }
    }

    @Test("one whose head or body drips: the deadline stands over the whole", arguments: [true, false])
    func drip(_ isHead: Bool) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
        let drip = WireServer.Step.drip(String(repeating: "a", count: 1000), every: 0.05)
        try await WireServer.with([.readRequest, .send(isHead ? "HTTP/1.1 200 " : head), drip]) { server in
            if isHead {
                let error = await withGrowingTime(isFarEnough: isAboutTheAnswer) { seconds in
                    await SoupTransport.with().failure(of: .get(server.base, timeout: seconds))
                }
                #expect(error == TransportError(.noAnswer, "127.0.0.1 did not answer in time"))
            } else {
                typealias Outcome = (error: BrokerError?, count: Int)
                let (error, count) = await withGrowingTime(isFarEnough: { (read: Outcome) in read.count > 0 }) {
                    (seconds) -> Outcome in
                    guard let response = try? await SoupTransport.with().send(.get(server.base, timeout: seconds))
                    else { return (nil, 0) }
                    return await response.failureOfBody()
                }
                #expect(error?.message == "127.0.0.1 did not finish its answer in time")
                #expect(1..<1000 ~= count)
            }
        }
    }

    @Test("the settings' time counts where the request has none")
    func settings() async throws {
        try await WireServer.with([.readRequest, .linger]) { server in
            let error = await withGrowingTime(isFarEnough: isAboutTheAnswer) { seconds in
                await SoupTransport.with(TransportSettings(timeout: seconds)).failure(
                    of: .get(server.base, timeout: nil))
            }
            #expect(error?.code == .noAnswer)
        }
    }

    @Test("a TLS handshake that never ends is no connection")
    func handshake() async throws {
        try await WireServer.with([.linger]) { server in
            let url = "https://127.0.0.1:\(server.port)/"
            let error = await SoupTransport.with().failure(of: .post(url, timeout: 1))
            #expect(error == TransportError(.notConnected, "127.0.0.1 could not be reached in time"))
        }
    }

    @Test("a body that never comes does not hold the request beyond its time")
    func stuckBody() async throws {
        try await WireServer.with([.readRequest]) { server in
            let body = Body { () async throws(BrokerError) in
                try? await Task.sleep(for: .seconds(600))
                return nil
            }
            let error = await withGrowingTime(isFarEnough: isAboutTheAnswer) { seconds in
                await SoupTransport.with().failure(
                    of: TransportRequest(
                        method: "POST", url: server.base, headers: [], content: .stream(body), timeout: seconds))
            }
            #expect(error == TransportError(.noAnswer, "127.0.0.1 did not answer in time"))
        }
    }

    @Test("a cancelled task ends at once, and so does its connection")
    func cancelling() async throws {
        try await WireServer.with([.readRequest, .linger]) { server in
            let sending = Task { await SoupTransport.with().failure(of: .post(server.base, timeout: 600)) }
            try await server.waitForRequests()
            sending.cancel()
            let error = await sending.value
            #expect(error?.message == "the request to 127.0.0.1 was cancelled")
            #expect(error?.code == .noAnswer)
            #expect(try await server.waitForEnd()[0].endedByPeer)
        }
    }

    @Test("a task that is cancelled while it reads ends at once")
    func cancellingTheReader() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"
        try await WireServer.with([.readRequest, .send(head), .linger]) { server in
            let response = try await SoupTransport.with().send(.get(server.base, timeout: 600))
            let reading = Task { await response.failureOfBody() }
            reading.cancel()
            let error = await reading.value.error
            #expect(error?.code == .serviceRefused)
        }
    }

    @Test("a port that nobody listens on, and a name that nobody has")
    func notConnected() async throws {
        let refused = await SoupTransport.with().failure(of: .post("http://127.0.0.1:1/"))
        #expect(refused?.code == .notConnected)
        #expect(refused?.message.hasPrefix("127.0.0.1 cannot be reached") == true)
        // Longer than a label may be: the resolver refuses it without asking anybody.
        let name = String(repeating: "a", count: 64) + ".invalid"
        let unknown = await SoupTransport.with().failure(of: .post("https://\(name)/"))
        #expect(unknown?.code == .notConnected)
        #expect(unknown?.message.contains(name) == true)
    }

    @Test("fifty requests at once, none waiting for another")
    func parallel() async throws {
        try await WireServer.with([.readRequest, .await("all"), .send(ok)]) { server in
            let transport = SoupTransport.with()
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        try await transport.send(.post(server.base + "/\(number)", timeout: 60)).text()
                    }
                }
                server.say("all")
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers == [String](repeating: "ok", count: 50))
            let connections = try await server.waitForEnd(of: 50)
            #expect(Set(connections.compactMap(\.head.first)).count == 50)
        }
    }

    @Test("requests that hang do not hold up those that come later")
    func hanging() async throws {
        let hangs: [WireServer.Step] = [.readRequest, .linger]
        let twelve = [[WireServer.Step]](repeating: hangs, count: 12)
        try await WireServer.with(each: twelve + [[.readRequest, .send(ok)]]) { server in
            let transport = SoupTransport.with()
            let hanging = (0..<12).map { _ in Task { try? await transport.send(.get(server.base, timeout: 600)) } }
            try await eventually("twelve connections") { server.accepted == 12 }
            #expect(try await transport.send(.get(server.base)).text() == "ok")
            for task in hanging { task.cancel() }
        }
    }
}
