import AccountModel
import GLibBridge
import Glibc
import Synchronization

/// Calls of the agent as another tool would make them, with whatever arguments.
extension BusConnection {
    func agent(
        _ method: String, _ arguments: [Variant], interface: String = "org.acctstore.Agent1",
        descriptors: [Int32] = []
    ) async throws(GLibError) -> BusMessage {
        try await call(
            destination: "org.acctstore.Agent1", path: "/org/acctstore/Agent1", interface: interface, method: method,
            arguments: arguments, descriptors: descriptors, timeout: .seconds(20))
    }

    /// `Perform` without a body.
    func perform(_ method: String, options: [String: Variant] = [:]) async throws -> BusMessage {
        let null = Descriptor(owning: unsafe open("/dev/null", O_RDONLY))
        return try await agent(
            "Perform",
            [
                .string(Sample.aliceID.description), .string(method), .string("https://api.example/x"), .pairs([]),
                .pairs([]), .handle(0), .dictionary(options),
            ], descriptors: [null.rawValue])
    }
}

/// Holds visitors until it is opened, and lets a test wait for them.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let visitors: AsyncStream<Void>
    private let visitor: AsyncStream<Void>.Continuation

    init() {
        (visitors, visitor) = AsyncStream.makeStream()
    }

    func visit() {
        visitor.yield()
    }

    /// Visits, and waits until the gate is open, cancelled or not.
    func wait() async {
        visit()
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.held.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    func waitForVisitor() async {
        for await _ in visitors { return }
    }
}
