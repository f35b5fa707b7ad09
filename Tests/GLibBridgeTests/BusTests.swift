import Glibc
import Testing

@testable import GLibBridge

@Suite struct BusTests {
    private static let xml = """
        <node><interface name="org.example.Test">
        <method name="Echo"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
        <method name="Describe"><arg type="a{sv}" direction="in"/><arg type="aa{sv}" direction="out"/></method>
        <method name="Pass"><arg type="h" direction="in"/><arg type="h" direction="out"/></method>
        <method name="Fail"/><method name="Drop"/><method name="Wait"/><method name="Lie"/>
        <property name="Locked" type="b" access="read"/>
        <signal name="Changed"><arg type="s"/></signal>
        </interface></node>
        """

    private let thread = GLibThread(name: "bus-tests")
    private let bus: PrivateBus
    private let server: BusConnection
    private let client: BusConnection

    init() async throws {
        bus = try PrivateBus()
        server = try await .connect(to: bus.address, on: thread)
        client = try await .connect(to: bus.address, on: thread)
    }

    private func serve(_ waiting: AsyncStream<BusRequest>.Continuation? = nil) async throws -> BusRegistration {
        let registration = try await server.export(path: "/test", xml: Self.xml) { request in
            switch request.method {
            case "Echo": request.reply([request.message[0] ?? .string("")])
            case "Describe": request.reply([.array(of: "a{sv}", request.message.arguments)])
            case "Pass":
                let descriptor = request.message.descriptor(request.message[0])
                request.reply([.handle(0)], descriptors: descriptor?.number.map { [$0] } ?? [])
            case "Fail": request.fail(name: "org.example.Error.Nope", message: "not today")
            case "Wait": waiting?.yield(request)
            case "Lie": request.reply([.string("no such answer is declared")])
            case "Get": request.reply([.variant(.boolean(true))])
            default: break
            }
        }
        #expect(try await server.requestName("org.example.Test") == .owner)
        return registration
    }

    private func call(
        _ method: String, _ arguments: [Variant] = [], interface: String = "org.example.Test",
        descriptors: [Int32] = [], timeout: Duration = .seconds(25)
    ) async throws(GLibError) -> BusMessage {
        try await client.call(
            destination: "org.example.Test", path: "/test", interface: interface, method: method,
            arguments: arguments, descriptors: descriptors, timeout: timeout)
    }

    @Test func valuesCrossTheBus() async throws {
        let registration = try await serve()
        #expect(try await call("Echo", [.string("héllo")]).arguments == [.string("héllo")])
        let options = Variant.dictionary(["a": .uint32(1), "b": .string("x")])
        #expect(try await call("Describe", [options]).arguments == [.array(of: "a{sv}", [options])])
        let property = try await call(
            "Get", [.string("org.example.Test"), .string("Locked")], interface: "org.freedesktop.DBus.Properties")
        #expect(property[0]?.boxed == .boolean(true))
        withExtendedLifetime(registration) {}
    }

    @Test func aDescriptorCrossesTheBusAndStaysTheSendersToo() async throws {
        let registration = try await serve()
        var ends: [Int32] = [0, 0]
        #expect(unsafe pipe(&ends) == 0)
        let answer = try await call("Pass", [.handle(0)], descriptors: [ends[1]])
        let returned = try #require(answer.descriptor(answer[0])?.take())
        #expect(returned != ends[1])
        #expect(unsafe write(returned, "!", 1) == 1)
        var byte: UInt8 = 0
        #expect(unsafe read(ends[0], &byte, 1) == 1)
        #expect(byte == UInt8(ascii: "!"))
        for descriptor in ends + [returned] { #expect(close(descriptor) == 0) }
        withExtendedLifetime(registration) {}
    }

    @Test func anErrorKeepsItsNameAndLosesGDBussPrefix() async throws {
        let registration = try await serve()
        let error = await #expect(throws: GLibError.self) { try await call("Fail") }
        #expect(error?.remoteName == "org.example.Error.Nope")
        #expect(error?.message == "not today")
        withExtendedLifetime(registration) {}
    }

    @Test(arguments: ["Drop", "Lie"]) func aRequestThatGetsNoProperAnswerIsAnError(method: String) async throws {
        let registration = try await serve()
        let error = await #expect(throws: GLibError.self) { try await call(method) }
        #expect(error?.remoteName == "org.freedesktop.DBus.Error.Failed")
        withExtendedLifetime(registration) {}
    }

    @Test func nobodyAndNoSuchMethodAreDifferentErrors() async throws {
        #expect(await #expect(throws: GLibError.self) { try await call("Echo") }?.kind == .noProvider)
        #expect(try await client.owner(of: "org.example.Test") == nil)
        let registration = try await serve()
        let error = await #expect(throws: GLibError.self) { try await call("Unknown") }
        #expect(error?.remoteName == "org.freedesktop.DBus.Error.UnknownMethod")
        #expect(try await client.owner(of: "org.example.Test") == server.uniqueName)
        withExtendedLifetime(registration) {}
    }

    @Test func malformedNamesAreRefusedBeforeTheyAreSent() async {
        let error = await #expect(throws: GLibError.self) {
            try await client.call(destination: "not a name", path: "/", interface: "a.b", method: "C")
        }
        #expect(error?.kind == .invalidArgument)
    }

    @Test func aServerThatGoesAwayMidCallIsAnErrorAndNotAHang() async throws {
        let (requests, continuation) = AsyncStream<BusRequest>.makeStream()
        let registration = try await serve(continuation)
        let answer = Task { try await call("Wait", timeout: .seconds(3600)) }
        var iterator = requests.makeAsyncIterator()
        let held = await iterator.next()
        await server.close()
        let error = await #expect(throws: GLibError.self) { try await answer.value }
        #expect(error?.kind == .noReply)
        withExtendedLifetime((held, registration)) {}
    }

    @Test func aBusThatDiesMidCallIsAnErrorAndTellsWhoWaitsForIt() async throws {
        let (requests, continuation) = AsyncStream<BusRequest>.makeStream()
        let registration = try await serve(continuation)
        let answer = Task { try await call("Wait", timeout: .seconds(3600)) }
        async let closed: Void = client.waitUntilClosed()
        var iterator = requests.makeAsyncIterator()
        let held = await iterator.next()
        bus.stop()
        let error = await #expect(throws: GLibError.self) { try await answer.value }
        #expect(error?.kind == .disconnected)
        await closed
        #expect(client.isClosed)
        withExtendedLifetime((held, registration)) {}
    }

    @Test func aCallEndsWithItsTimeOutOrItsTask() async throws {
        let (requests, continuation) = AsyncStream<BusRequest>.makeStream()
        let registration = try await serve(continuation)
        let timedOut = await #expect(throws: GLibError.self) { try await call("Wait", timeout: .milliseconds(10)) }
        #expect(timedOut?.kind == .timedOut)
        let task = Task { () async -> GLibError.Kind? in
            do throws(GLibError) { _ = try await call("Wait", timeout: .seconds(3600)) } catch { return error.kind }
            return nil
        }
        var iterator = requests.makeAsyncIterator()
        let held = [await iterator.next(), await iterator.next()]
        task.cancel()
        #expect(await task.value == .cancelled)
        withExtendedLifetime((held, registration)) {}
    }

    @Test func aSignalReachesItsSubscriber() async throws {
        let signals = await client.signals(
            sender: server.uniqueName, interface: "org.example.Test", member: "Changed", firstArgument: "wanted")
        // The bus has the subscription once a later call of the same connection is answered.
        _ = try await client.callBus("GetId")
        for text in ["other", "wanted"] {
            try server.emit(path: "/x", interface: "org.example.Test", signal: "Changed", arguments: [.string(text)])
        }
        for await signal in signals {
            #expect(signal.message.arguments == [.string("wanted")])
            #expect(signal.sender == server.uniqueName && signal.path == "/x")
            break
        }
    }

    @Test func aNameIsTakenRefusedReplacedAndGivenBack() async throws {
        let losses = await server.losses(of: "org.example.Name")
        let owners = await client.ownerChanges(of: "org.example.Name")
        #expect(try await server.requestName("org.example.Name", allowReplacement: true) == .owner)
        #expect(try await client.requestName("org.example.Name") == .taken)
        #expect(try await client.requestName("org.example.Name", replace: true) == .owner)
        for await _ in losses { break }
        try await client.releaseName("org.example.Name")
        var seen: [String?] = []
        for await owner in owners {
            seen.append(owner)
            if owner == nil { break }
        }
        #expect(seen == [server.uniqueName, client.uniqueName, nil])
    }

    @Test func theSessionBusIsFoundByAddressOrInTheRuntimeFolder() async throws {
        #expect(
            try SessionBusAddress.find(environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_RUNTIME_DIR": "/"])
                == bus.address)
        for address in ["", "autolaunch:"] {
            let connection = try await BusConnection.session(
                environment: ["DBUS_SESSION_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": bus.folder], on: thread)
            #expect(connection.uniqueName.hasPrefix(":"))
        }
    }

    @Test(arguments: [true, false]) func anotherUsersBusIsRefusedByName(byAddress: Bool) {
        let environment =
            byAddress ? ["DBUS_SESSION_BUS_ADDRESS": bus.address] : ["XDG_RUNTIME_DIR": bus.folder]
        let error = #expect(throws: SessionBusError.self) {
            try SessionBusAddress.find(environment: environment, user: geteuid() + 1)
        }
        let owner = unsafe getpwuid(geteuid()).map { unsafe String(cString: $0.pointee.pw_name) }
        #expect(error == .belongsToAnotherUser(name: owner ?? "\(geteuid())"))
    }

    @Test func aBusThatAcceptsAndSaysNothingIsGivenUp() async throws {
        let path = bus.folder + "/silent"
        let listener = try PrivateBus.listen(on: path)
        defer { close(listener) }
        let error = await #expect(throws: GLibError.self) {
            try await BusConnection.connect(to: "unix:path=\(path)", on: thread, timeout: .milliseconds(20))
        }
        #expect(error?.kind == .timedOut)
    }

    @Test func noBusAtAllAndADeadOneAreDifferentErrors() async {
        let none = await #expect(throws: SessionBusError.self) {
            try await BusConnection.session(environment: ["XDG_RUNTIME_DIR": "/nonexistent"], on: thread)
        }
        #expect(none == .noAddress)
        let dead = await #expect(throws: SessionBusError.self) {
            try await BusConnection.session(
                environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"], on: thread)
        }
        guard case .unreachable(let error) = dead else {
            Issue.record("\(String(describing: dead))")
            return
        }
        #expect(error.kind == .disconnected)
    }
}
