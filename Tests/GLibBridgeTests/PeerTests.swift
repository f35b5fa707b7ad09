import Glibc
import Testing

@testable import GLibBridge

/// D-Bus between two programs, without a bus.
@Suite struct PeerTests {
    private static let xml = """
        <node><interface name="org.example.Test">
        <method name="Sender"><arg type="s" direction="out"/></method>
        <method name="Pass"><arg type="h" direction="in"/><arg type="h" direction="out"/></method>
        </interface></node>
        """

    private let thread = GLibThread(name: "peer-tests")

    private func pair() throws -> (LocalSocket, LocalSocket) {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try #require(unsafe socketpair(AF_UNIX, type, 0, &ends) == 0)
        return (
            try LocalSocket(OwnedDescriptor(taking: ends[0])), try LocalSocket(OwnedDescriptor(taking: ends[1]))
        )
    }

    private func call(
        _ client: BusConnection, _ method: String, _ arguments: [Variant] = [], descriptors: [Int32] = []
    ) async throws(GLibError) -> BusMessage {
        try await client.call(
            destination: "org.example.Test", path: "/test", interface: "org.example.Test", method: method,
            arguments: arguments, descriptors: descriptors)
    }

    @Test func callsAndDescriptorsCross() async throws {
        let (first, second) = try pair()
        let thread = thread
        let connecting = Task {
            try await BusConnection.peer(over: first, as: .client, named: "server", on: thread, timeout: .seconds(60))
        }
        let server = try await BusConnection.peer(
            over: second, as: .server, named: ":peer.7", on: thread, timeout: .seconds(60))
        let registration = try await server.export(path: "/test", xml: Self.xml) { request in
            let descriptor = request.message.descriptor(request.message[0])?.number
            if request.method == "Pass" {
                request.reply([.handle(0)], descriptors: descriptor.map { [$0] } ?? [])
            } else {
                request.reply([.string(request.sender)])
            }
        }
        server.startMessages()
        let client = try await connecting.value
        #expect(server.authenticatedPeer == SocketPeer(pid: getpid(), uid: geteuid()))
        #expect(try await call(client, "Sender")[0]?.string == ":peer.7")
        let answer = try await call(client, "Pass", [.handle(0)], descriptors: [STDIN_FILENO])
        #expect(answer.descriptor(answer[0]) != nil)
        #expect(try await client.owner(of: "org.example.Test") == nil)
        let waiting = Task { await client.waitUntilClosed() }
        await server.close()
        await waiting.value
        let error = await #expect(throws: GLibError.self) { try await call(client, "Sender") }
        #expect(error?.kind == .disconnected)
        withExtendedLifetime(registration) {}
    }

    @Test(arguments: ["DBUS_COOKIE_SHA1 30", "ANONYMOUS 30"])
    func onlyTheKernelVouches(mechanism: String) async throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { close(ends[0]) }
        let socket = try LocalSocket(OwnedDescriptor(taking: ends[1]))
        let thread = thread
        let serving = Task {
            try await BusConnection.peer(
                over: socket, as: .server, named: ":peer.1", on: thread, timeout: .seconds(60))
        }
        let hello = Array("\0AUTH \(mechanism)\r\n".utf8)
        #expect(unsafe write(ends[0], hello, hello.count) == hello.count)
        let own = ends[0]
        // Not on a thread that the other end needs.
        let answer = await GLibThread(name: "reader").run {
            var answer = [UInt8](repeating: 0, count: 200)
            let count = unsafe read(own, &answer, answer.count)
            return String(decoding: answer.prefix(max(0, count)), as: UTF8.self)
        }
        #expect(answer == "REJECTED EXTERNAL\r\n")
        shutdown(ends[0], Int32(SHUT_RDWR))
        await #expect(throws: GLibError.self) { try await serving.value }
    }

    @Test func anEndThatSaysNothingIsGivenUp() async throws {
        let (first, second) = try pair()
        let error = await #expect(throws: GLibError.self) {
            try await BusConnection.peer(
                over: second, as: .server, named: ":peer.1", on: thread, timeout: .milliseconds(100))
        }
        #expect(error?.kind == .timedOut)
        withExtendedLifetime(first) {}
    }

    @Test func theKernelTellsWhoMadeAPair() throws {
        let (first, second) = try pair()
        #expect(first.peer == SocketPeer(pid: getpid(), uid: geteuid()))
        // Linux 6.5 and later hold the process too.
        let process = second.peerProcess()
        if let number = process?.number {
            var watched = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            #expect(unsafe poll(&watched, 1, 0) == 0)
        }
        withExtendedLifetime(process) {}
    }
}
