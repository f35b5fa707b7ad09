import AccountModel
import AgentClient
import AgentProtocol
import Glibc
import Synchronization
import TestRig
import Testing

@Suite("Bodies go through descriptors, whole or with an error")
struct BusBodyTests {
    @Test("a body of unknown length and its answer come through byte for byte", arguments: [0, 1, 100_000, 3_000_000])
    func streams(size: Int) async throws {
        let broker = MirrorBroker(performing: { (_, body) async throws(BrokerError) -> Response in
            guard let body else { throw BrokerError(.failed, "no body") }
            return Response(status: 200, headers: [], body: Body { () throws(BrokerError) in try await body.next() })
        })
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await BusHarness.with(broker) { (harness) async throws in
            let response = try await harness.client.perform(
                Sample.post, body: chunks(of: bytes), as: .account(Sample.aliceID))
            #expect(response.status == 200)
            #expect(try await response.body.collect(upTo: 10_000_000) == bytes)
        }
    }

    @Test("a body of known length keeps it")
    func knownLength() async throws {
        let broker = MirrorBroker(performing: { (_, body) async throws(BrokerError) -> Response in
            let count = body?.count ?? -1
            let bytes = try await body?.collect(upTo: 100) ?? []
            return Response(status: count, headers: [], body: chunks(of: bytes))
        })
        try await BusHarness.with(broker) { (harness) async throws in
            let bytes = Array("{}".utf8)
            let body = chunks(of: bytes)
            let response = try await harness.client.perform(
                Sample.post, body: Body(count: 2) { () throws(BrokerError) in try await body.next() },
                as: .account(Sample.aliceID))
            #expect(response.status == 2)
            #expect(try await response.body.collect(upTo: 10) == bytes)
        }
    }

    @Test("what has arrived of an answer is there before the rest, also where its length is known")
    func arriving() async throws {
        let (pieces, piece) = AsyncStream<[UInt8]>.makeStream()
        let broker = MirrorBroker(performing: { (_, _) async throws(BrokerError) -> Response in
            Response(
                status: 200, headers: [],
                body: Body(count: 4) { () async throws(BrokerError) in
                    for await piece in pieces { return piece }
                    return nil
                })
        })
        try await BusHarness.with(broker) { (harness) async throws in
            piece.yield([1, 2])
            let response = try await harness.client.perform(Sample.post, body: nil, as: .nobody)
            #expect(try await response.body.next() == [1, 2])
            piece.yield([3, 4])
            piece.finish()
            #expect(try await response.body.collect(upTo: 10) == [3, 4])
        }
    }

    @Test("no body is no body; header fields come in order with repeats; an empty answer is empty")
    func nothing() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            let response = try await harness.client.perform(Sample.post, body: nil, as: .account(Sample.aliceID))
            #expect(response.status == 204)
            #expect(response.headers == [HeaderField("X-Answer", "ä")])
            #expect(try await response.body.collect(upTo: 1).isEmpty)
        }
        #expect(
            broker.asked == [#"perform POST ["X-One: 1", "X-One: 2"] as \#(RequestSender.account(Sample.aliceID))"#])
    }

    @Test("an answer that is cut short is an error: unknown outcome for a write, refused for a read")
    func cutAnswer() async throws {
        let broker = MirrorBroker(performing: { (_, _) async throws(BrokerError) -> Response in
            let isFirst = Mutex(true)
            return Response(
                status: 200, headers: [],
                body: Body { () throws(BrokerError) in
                    let first = isFirst.withLock { flag in
                        defer { flag = false }
                        return flag
                    }
                    guard first else { throw BrokerError(.unavailable, "cut") }
                    return [1, 2, 3]
                })
        })
        try await BusHarness.with(broker) { (harness) async throws in
            let posted = try await harness.client.perform(Sample.post, body: nil, as: .account(Sample.aliceID))
            #expect(try await posted.body.next() == [1, 2, 3])
            await #expect(throws: BrokerError(.outcomeUnknown, "")) { try await posted.body.next() }
            let get = UnsignedRequest(method: "GET", url: "https://api.example/x")
            let read = try await harness.client.perform(get, body: nil, as: .account(Sample.aliceID))
            await #expect(throws: BrokerError(.serviceRefused, "")) { try await read.body.collect(upTo: 10) }
        }
    }

    @Test(
        "a program that leaves 64 answers unread gets no more until it lets go of them, and keeps nobody else waiting")
    func unreadAnswers() async throws {
        let broker = MirrorBroker(performing: { (_, _) async throws(BrokerError) -> Response in
            Response(status: 200, headers: [], body: endless())
        })
        try await BusHarness.with(broker) { (harness) async throws in
            let leaking = try await harness.connect()
            var responses: [Response] = []
            for _ in 0..<64 {
                responses.append(try await leaking.perform(Sample.post, body: nil, as: .nobody))
            }
            await #expect(throws: BrokerError(.tryLater, "")) { try await leaking.apps() }
            #expect(try await harness.client.apps() == [Sample.app])
            withExtendedLifetime(responses) {}
            responses = []
            let isServed = Mutex(false)
            let asking = Task {
                while !Task.isCancelled, (try? await leaking.apps()) == nil { await Task.yield() }
                isServed.withLock { $0 = true }
            }
            defer { asking.cancel() }
            try await eventually("the program is served again") { isServed.withLock { $0 } }
        }
    }

    @Test("an answer of which nothing is read is cut off in the end, with an error and not as if it were whole")
    func unreadForLong() async throws {
        let outgoing = try await BodyChannel.sendArriving(endless(), patience: .milliseconds(50))
        #expect(await outgoing.pump?.value == nil)
        let cut = BrokerError(.serviceRefused, "cut")
        let body = try #require(BodyChannel.receive(outgoing.descriptor, failure: cut))
        await #expect(throws: cut) { while try await body.next() != nil {} }
    }

    @Test("what stops the program's own body is the error, and nothing is taken for the whole of it")
    func cutRequest() async throws {
        let broker = MirrorBroker(performing: { (_, body) async throws(BrokerError) -> Response in
            _ = try await body?.collect(upTo: 1000)
            return Response(status: 200, headers: [], body: Body { nil })
        })
        try await BusHarness.with(broker) { (harness) async throws in
            await #expect(throws: BrokerError(.fileError, "")) {
                try await harness.client.perform(
                    Sample.post, body: Body { () throws(BrokerError) in throw BrokerError(.fileError, "unreadable") },
                    as: .account(Sample.aliceID))
            }
        }
    }
}

/// More than any reader takes at once.
private func endless() -> Body {
    Body { [UInt8](repeating: 7, count: 65_536) }
}

func chunks(of bytes: [UInt8]) -> Body {
    let rest = Mutex(bytes[...])
    return Body { () throws(BrokerError) in
        rest.withLock { rest in
            let chunk = rest.prefix(40_000)
            rest = rest.dropFirst(40_000)
            return chunk.isEmpty ? nil : Array(chunk)
        }
    }
}
