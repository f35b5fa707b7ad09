internal import AccountModel
internal import AgentProtocol
internal import GLibBridge

/// The agent of a session without a bus, which commands start for themselves.
struct PrivateAgent {
    /// How the agent's end of a connection is called here.
    static let name = "agent"
    /// Each time another command may be faster, and its agent end at that very moment.
    private static let attempts = 5

    let options: ConnectionOptions
    private let place: AgentMeetingPlace?

    init(_ options: ConnectionOptions) {
        self.options = options
        place = AgentMeetingPlace(environment: options.environment)
    }

    /// A connection to the agent that waits for the session's commands, else to one that is started.
    func connect() async throws(BrokerError) -> BusConnection {
        for _ in 0..<PrivateAgent.attempts {
            let found = try await waiting()
            if let found {
                do throws(BrokerError) {
                    if try await isAcceptable(found.connection) { return found.connection }
                } catch {
                    // One that ended after it had let this program in is none.
                    guard found.connection.isClosed else { throw error }
                    continue
                }
            }
            await found?.connection.close()
            if options.agent == .any { throw PrivateAgent.absence }
            guard
                let started = try await AgentLauncher(environment: options.environment)
                    .startPrivately(replacing: found != nil)
            else { continue }
            let connection = try await own(started.socket)
            if let reason = started.alone { options.alone?(reason) }
            return connection
        }
        throw BrokerError(
            .tryLater,
            "no agent stays at \(place?.path ?? "its place"): other commands start theirs, or something else is there",
            nextStep: "acctstore agent status")
    }

    /// The agent that waits for the session's commands, with its process; `nil` where none does.
    ///
    /// Throws `unavailable` where one is there and says nothing: none can be put beside it.
    func waiting() async throws(BrokerError) -> (connection: BusConnection, process: SocketPeer)? {
        guard let place, let socket = place.connect(), let process = socket.peer else { return nil }
        do throws(GLibError) {
            return (try await PrivateAgent.converse(over: socket), process)
        } catch {
            // One that ends at this moment is none.
            guard error.kind == .timedOut else { return nil }
            throw BrokerError(
                .unavailable, "process \(process.pid), which waits at \(place.path) for commands, does not answer",
                nextStep: "kill -9 \(process.pid)")
        }
    }

    /// Where that agent waits.
    var path: String? { place?.path }

    private func own(_ socket: LocalSocket) async throws(BrokerError) -> BusConnection {
        let connection: BusConnection
        do throws(GLibError) {
            connection = try await PrivateAgent.converse(over: socket)
        } catch {
            throw BrokerError(
                .unavailable, "the agent that was started does not answer: \(error.message)", nextStep: "try again")
        }
        let version = try await AgentVersion(of: connection)
        guard version == .current else {
            throw BrokerError(
                .unavailable,
                "the agent that lies beside this program is of release \(version.release), and this is "
                    + AgentVersion.current.release, nextStep: "install acctstore again")
        }
        return connection
    }

    private func isAcceptable(_ connection: BusConnection) async throws(BrokerError) -> Bool {
        if options.agent == .any { return true }
        return try await AgentVersion(of: connection) == .current
    }

    private static func converse(over socket: LocalSocket) async throws(GLibError) -> BusConnection {
        try await .peer(over: socket, as: .client, named: name, on: AgentClient.thread)
    }

    private static let absence = BrokerError(
        .unavailable, "there is no session bus, and no command has left an agent to others",
        nextStep: "acctstore unlock")
}

extension AgentVersion {
    /// That of the agent at the other end of a connection without a bus.
    fileprivate init(of connection: BusConnection) async throws(BrokerError) {
        let timeout = 30
        let answer: BusMessage
        do throws(GLibError) {
            answer = try await connection.readVersion(of: PrivateAgent.name, timeout: timeout)
        } catch {
            throw CallFailure(error, timeout: timeout, isOnBus: false).explained(false)
        }
        try self.init(answer)
    }
}
