import AccountModel
import AccountStore
import AgentClient
import GLibBridge
import TestRig
import Testing

@testable import AgentService

@Suite("Calls that make no sense get an error, and the agent goes on")
struct BusMalformedTests {
    /// A call, as method, arguments and interface.
    struct Call: Sendable, CustomTestStringConvertible {
        var what: String
        var method: String
        var arguments: [Variant]
        var interface = "org.acctstore.Agent1"
        var testDescription: String { what }
    }

    private static let options = Variant.dictionary([:])
    private static let manager = "org.acctstore.Manager1"
    private static let id = Variant.string(Sample.aliceID.description)

    static let refused = [
        Call(what: "a service that is none", method: "ListAccounts", arguments: [.string("a b"), options]),
        Call(
            what: "an account that is no UUID", method: "Sign",
            arguments: [.string("2"), .string("GET"), .string("https://x/"), .pairs([]), options]),
        Call(
            what: "an unknown permission", method: "RequestAccess",
            arguments: [.string("twitter"), .strings(["everything"]), options]),
        Call(
            what: "an account and all accounts", method: "RequestAccess",
            arguments: [
                .string("twitter"), .strings(["read"]), .dictionary(["account": id, "all": .boolean(true)]),
            ]),
        Call(
            what: "an option of another type", method: "ListAccounts",
            arguments: [.string(""), .dictionary(["interactive": .string("yes")])]),
        Call(
            what: "a terminal that was not sent", method: "ListAccounts",
            arguments: [.string(""), .dictionary(["terminal": .handle(3)])]),
        Call(
            what: "a body that was not sent", method: "Perform",
            arguments: [
                id, .string("GET"), .string("https://x/"), .pairs([]), .pairs([]), .handle(0), options,
            ]),
        Call(
            what: "a negative descriptor", method: "Perform",
            arguments: [
                id, .string("GET"), .string("https://x/"), .pairs([]), .pairs([]), .handle(-1), options,
            ]),
        Call(
            what: "an unknown way to log in", method: "BeginLogIn",
            arguments: [.string("twitter"), .string("default"), .string("magic"), options], interface: manager),
        Call(
            what: "a PIN that was not sent", method: "ContinueLogIn",
            arguments: [.string("h1"), .string("pin"), options], interface: manager),
        Call(
            what: "an unknown kind of target", method: "Revoke",
            arguments: [.string("any"), .tuple([.string("nothing"), .string("")]), options], interface: manager),
        Call(
            what: "a program without a path", method: "Revoke",
            arguments: [.string("exe:bin/x"), .tuple([.string("everything"), .string("")]), options],
            interface: manager),
        Call(
            what: "changes of another type", method: "UpdateAccount",
            arguments: [.string("2"), .dictionary(["default": .string("yes")]), options], interface: manager),
        Call(
            what: "a selector that is none", method: "GetAccount", arguments: [.string("a b"), options],
            interface: manager),
    ]

    @Test("are InvalidArgument", arguments: refused)
    func invalidArgument(call: Call) async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            let connection = try await BusConnection.connect(
                to: harness.bus.address, on: GLibThread(name: "caller"))
            await #expect {
                try await connection.agent(call.method, call.arguments, interface: call.interface)
            } throws: { error in
                (error as? GLibError)?.remoteName == "org.acctstore.Error.InvalidArgument"
            }
            #expect(try await harness.client.apps() == [Sample.app])
        }
        #expect(broker.asked == ["apps"])
    }

    @Test("with other types or an unknown method they are refused before anything is looked at")
    func wrongTypes() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            let connection = try await BusConnection.connect(
                to: harness.bus.address, on: GLibThread(name: "caller"))
            let calls: [(String, [Variant])] = [
                ("ListAccounts", []), ("ListAccounts", [.uint32(1), .dictionary([:])]), ("Sign", [.string("x")]),
                ("Explode", []),
            ]
            for (method, arguments) in calls {
                await #expect(throws: GLibError.self) { try await connection.agent(method, arguments) }
            }
            await #expect(throws: GLibError.self) {
                try await connection.agent(
                    "Set", [.string("org.acctstore.Agent1"), .string("Version"), .variant(.string("x"))],
                    interface: "org.freedesktop.DBus.Properties")
            }
            #expect(try await harness.client.apps() == [Sample.app])
        }
        #expect(broker.asked == ["apps"])
    }

    @Test("what an error repeats of a call stays on one line, without control characters, and short")
    func repeatedText() async throws {
        try await BusHarness.with { (harness) async throws in
            let connection = try await BusConnection.connect(
                to: harness.bus.address, on: GLibThread(name: "caller"))
            for text in ["a\r\nb", "\u{1B}[2J", "\u{202E}x", String(repeating: "a b", count: 100_000)] {
                await #expect {
                    try await connection.agent("ListAccounts", [.string(text), .dictionary([:])])
                } throws: { error in
                    let message = (error as? GLibError)?.message ?? ""
                    return message.unicodeScalars.count < 400
                        && message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E }
                }
            }
        }
    }

    @Test("a very large message is served like any other")
    func large() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            var request = Sample.post
            request.parameters = (0..<20_000).map { Parameter("name\($0)", String(repeating: "ä", count: 100)) }
            let signed = try await harness.client.sign(request, as: Sample.aliceID)
            #expect(signed.body == Array("status=a%20b".utf8))
        }
    }

    @Test("unknown options are passed over")
    func unknownOptions() async throws {
        try await BusHarness.with { (harness) async throws in
            let connection = try await BusConnection.connect(
                to: harness.bus.address, on: GLibThread(name: "caller"))
            let answer = try await connection.agent(
                "ListAccounts", [.string("twitter"), .dictionary(["of-later": .strings([])])])
            guard case .array("a{sv}", let accounts)? = answer[0] else {
                return #expect(Bool(false), "no list of accounts")
            }
            #expect(
                accounts.last?.dictionary == [
                    "number": .uint32(7), "id": .string(Sample.nobodyID.description),
                    "service": .string("mastodon/social.example"), "app": .string("other"), "default": .boolean(false),
                    "state": .string("ok"),
                ])
        }
    }

    @Test("another user's program is refused")
    func otherUser() async throws {
        let broker = MirrorBroker()
        let callers = CallerFinder(processes: ProcFileSystem(), owner: 4_000_000, frontEnds: [])
        try await BusHarness.with(broker, callers: callers) { (harness) async throws in
            await #expect(throws: BrokerError(.accessDenied, "")) { try await harness.client.apps() }
        }
        #expect(broker.asked.isEmpty)
    }

    @Test("one program's many requests do not keep others from theirs")
    func tooMany() async throws {
        let gate = Gate()
        let broker = MirrorBroker(performing: { (_, _) async throws(BrokerError) -> Response in
            await gate.wait()
            return Response(status: 201, headers: [], body: Body { nil })
        })
        try await BusHarness.with(broker) { (harness) async throws in
            let connection = try await BusConnection.connect(
                to: harness.bus.address, on: GLibThread(name: "caller"))
            let calls = (0..<64).map { _ in Task { _ = try await connection.perform("GET") } }
            for _ in calls { await gate.waitForVisitor() }
            await #expect {
                try await connection.perform("GET")
            } throws: { error in
                (error as? GLibError)?.remoteName == "org.acctstore.Error.TryLater"
            }
            #expect(try await harness.client.apps() == [Sample.app])
            gate.open()
            for call in calls { try await call.value }
        }
    }
}
