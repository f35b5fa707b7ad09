internal import AccountModel
internal import AgentProtocol
internal import GLibBridge

/// One connection to the agent: over the bus, on which it is called by its well-known name, or without one.
final class AgentLink: Sendable {
    private let connection: BusConnection
    private let options: ConnectionOptions

    /// Seconds that an answer is waited for where the person may be asked, or a service is spoken with.
    private static let patientTimeout = 150
    /// Where the call waits for what the person does: GDBus takes the greatest number of milliseconds for no limit. An
    /// agent that ends is told by the bus.
    private static let endlessTimeout = Int(Int32.max)
    /// Seconds where neither is the case.
    private static let quickTimeout = 30

    init(connection: BusConnection, options: ConnectionOptions) {
        self.connection = connection
        self.options = options
    }

    /// The same connection, with other options for the calls.
    func with(_ change: (inout ConnectionOptions) -> Void) -> AgentLink {
        var options = options
        change(&options)
        return AgentLink(connection: connection, options: options)
    }

    var isClosed: Bool { connection.isClosed }

    func close() async {
        await connection.close()
    }

    /// Calls a method and waits for its answer.
    ///
    /// - Parameter isWrite: whether the call does something at a service that must not be done twice.
    func call<Method: AgentMethod>(
        _ method: Method, isWrite: Bool = false
    ) async throws(BrokerError) -> Method.Answer {
        let timeout = timeout(of: Method.self)
        return try await opening(method) { arguments, descriptors async throws(BrokerError) in
            try await reachingAgent(timeout: timeout, isWrite: isWrite) { () async throws(GLibError) in
                try await deliver(Method.self, arguments, descriptors, to: AgentNames.bus)
            }
        }
    }

    /// Calls a method of one agent, which may have lost the name to another one, and starts none.
    ///
    /// - Parameter agent: its unique name.
    /// - Returns: `nil` where that one has ended before it heard of the call.
    func call<Method: AgentMethod>(
        _ method: Method, of agent: String
    ) async throws(BrokerError) -> Method.Answer? {
        var hasEnded = false
        do throws(BrokerError) {
            return try await opening(method) { arguments, descriptors async throws(BrokerError) in
                do throws(GLibError) {
                    return try await deliver(Method.self, arguments, descriptors, to: agent)
                } catch {
                    hasEnded = error.kind == .noProvider
                    throw failure(error, timeout(of: Method.self)).explained(false)
                }
            }
        } catch {
            if hasEnded { return nil }
            throw error
        }
    }

    /// Sends a call, and once more where a closed keychain stopped it, which was opened since, and where it can be repeated.
    private func opening<Method: AgentMethod>(
        _ method: Method, _ call: ([Variant], [Int32]) async throws(BrokerError) -> BusMessage
    ) async throws(BrokerError) -> Method.Answer {
        do throws(BrokerError) {
            return try await send(method, call)
        } catch {
            guard error.code == .locked, method.isRepeatable, let opening = options.opening,
                try await opening(AgentBroker(link: with { $0.opening = nil }))
            else { throw error }
        }
        return try await send(method, call)
    }

    /// The unique name of the agent that has the name now; `nil` where none has.
    func currentAgent() async -> String? {
        try? await connection.owner(of: AgentNames.bus)
    }

    /// What the agent tells, this one's and the next one's.
    func changes() async throws(BrokerError) -> ChangeFeed {
        try await ChangeFeed.begin(on: connection, through: self)
    }

    private func timeout<Method: AgentMethod>(of method: Method.Type) -> Int {
        if let limit = options.timeout { return limit }
        if Method.waitsForPerson { return AgentLink.endlessTimeout }
        return options.interactive || Method.usesNetwork ? AgentLink.patientTimeout : AgentLink.quickTimeout
    }

    private func deliver<Method: AgentMethod>(
        _ method: Method.Type, _ arguments: [Variant], _ descriptors: [Int32], to name: String
    ) async throws(GLibError) -> BusMessage {
        try await connection.call(
            destination: name, path: AgentNames.path, interface: Method.interface.rawValue, method: Method.name,
            arguments: arguments, descriptors: descriptors, timeout: .seconds(timeout(of: method)))
    }

    private func send<Method: AgentMethod>(
        _ method: Method, _ call: ([Variant], [Int32]) async throws(BrokerError) -> BusMessage
    ) async throws(BrokerError) -> Method.Answer {
        var message = MessageWriter()
        method.write(to: &message)
        let trace = options.trace == nil ? nil : TraceChannel.pair()
        // A second later than this end, so that a time-out is told as one.
        CallOptions(
            interactive: options.interactive, timeout: options.timeout.map { min($0, Int(Int32.max)) + 1 },
            terminal: options.terminal,
            trace: trace?.writer
        ).write(to: &message)
        defer { tell(trace?.reader) }
        let arguments = message.arguments + (Method.hasOptions ? [.dictionary(message.options)] : [])
        let answer = try await call(arguments, message.descriptors.map(\.rawValue))
        var reader = MessageReader(answer, hasOptions: false)
        do throws(MalformedMessage) {
            return try Method.readAnswer(from: &reader)
        } catch {
            throw error.asNonsenseOfAgent
        }
    }

    /// Hands on what the agent wrote about a call that ended, well or not.
    private func tell(_ reader: Descriptor?) {
        guard let reader else { return }
        let trace = TraceChannel.read(from: reader)
        if !trace.lines.isEmpty { options.trace?(trace) }
    }

    /// Makes sure that there is an agent, and one that will do: replaces one of another release, once.
    func settleVersion() async throws(BrokerError) {
        if try await version() == .current || options.agent == .any { return }
        try await AgentLauncher(environment: options.environment).start(replacing: true)
        let version = try await version()
        guard version == .current else {
            throw BrokerError(
                .unavailable,
                "an agent of release \(version.release) runs, and did not make room for release "
                    + AgentVersion.current.release, nextStep: "acctstore agent stop")
        }
    }

    private func failure(_ error: GLibError, _ timeout: Int) -> CallFailure {
        CallFailure(error, timeout: timeout, isOnBus: connection.isOnBus)
    }

    private func version() async throws(BrokerError) -> AgentVersion {
        try AgentVersion(
            await reachingAgent(timeout: AgentLink.quickTimeout) { () async throws(GLibError) in
                try await connection.readVersion(of: AgentNames.bus, timeout: AgentLink.quickTimeout)
            })
    }

    /// Makes a call. Where nobody has the name and the bus cannot start an agent, none heard the call: one is started,
    /// and the call made again.
    private func reachingAgent(
        timeout: Int, isWrite: Bool = false, _ call: () async throws(GLibError) -> BusMessage
    ) async throws(BrokerError) -> BusMessage {
        do throws(GLibError) {
            return try await call()
        } catch {
            guard error.kind == .noProvider, connection.isOnBus, options.agent == .ofThisRelease else {
                throw failure(error, timeout).explained(isWrite)
            }
        }
        try await AgentLauncher(environment: options.environment).start(replacing: false)
        do throws(GLibError) {
            return try await call()
        } catch {
            throw failure(error, timeout).explained(isWrite)
        }
    }
}

extension AgentVersion {
    /// Reads the answer to a look at the property `Version`.
    init(_ answer: BusMessage) throws(BrokerError) {
        guard let members = answer[0]?.boxed?.children, members.count == 2, let release = members[0].string,
            let version = members[1].string
        else { throw MalformedMessage("its version").asNonsenseOfAgent }
        self.init(release: release, protocol: version)
    }
}
