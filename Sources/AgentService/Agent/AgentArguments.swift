internal import AccountModel

/// The command line of `acctstore-agent`.
struct AgentArguments: Equatable {
    enum Action: Equatable {
        case serve
        case showHelp
        case showVersion
    }

    var action = Action.serve
    /// Whether to take over from an agent that runs.
    var isReplacing = false
    /// Whether descriptor 3 is a pipe on which to tell that the agent is ready, or why it is not.
    var hasStatusPipe = false
    /// The descriptor of a socket to the command that started the agent for itself; `nil` to serve on the session's bus.
    var connection: Int32?

    /// - Parameter arguments: with the program's own name in front.
    init(_ arguments: [String]) throws(BrokerError) {
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            switch argument {
            case "--connection": connection = try AgentArguments.descriptor(rest.popFirst())
            case "--replace": isReplacing = true
            case "--status-pipe": hasStatusPipe = true
            case "--help", "-h": action = .showHelp
            case "--version": action = .showVersion
            default:
                throw BrokerError(
                    .invalidArgument, "acctstore-agent does not know '\(argument)'",
                    nextStep: "acctstore-agent --help")
            }
        }
    }

    /// What the process was lent, before anything else is known of the command line.
    static func lent(_ arguments: [String]) -> AgentProcess.Lent {
        let number = arguments.firstIndex(of: "--connection").flatMap { index in
            arguments.indices.contains(index + 1) ? try? descriptor(arguments[index + 1]) : nil
        }
        return AgentProcess.Lent(hasStatusPipe: arguments.contains("--status-pipe"), connection: number)
    }

    private static func descriptor(_ text: String?) throws(BrokerError) -> Int32 {
        guard let number = text.flatMap({ Int32($0) }), number > AgentProcess.statusDescriptor, number < 1024 else {
            throw BrokerError(
                .invalidArgument, "--connection wants the number of a descriptor above 3",
                nextStep: "acctstore-agent --help")
        }
        return number
    }

    static let help = """
        usage: acctstore-agent [--replace]

        Keeps the accounts of acctstore and signs requests with them, on the session's D-Bus.
        It is started when it is needed, and ends when it has had nothing to do for a while.

          --replace   take over from an agent that runs
          --version   print the release
          -h, --help  print this text

        """
}
