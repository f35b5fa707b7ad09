internal import AccountModel

/// The command line of `acctstore-agent`.
struct AgentArguments: Equatable {
    enum Action: Equatable {
        case serve
        case showHelp
        case showVersion
    }

    var action = Action.serve
    /// Whether to take the name from an agent that runs.
    var isReplacing = false
    /// Whether descriptor 3 is a pipe on which to tell that the agent is ready, or why it is not.
    var hasStatusPipe = false

    /// - Parameter arguments: with the program's own name in front.
    init(_ arguments: [String]) throws(BrokerError) {
        for argument in arguments.dropFirst() {
            switch argument {
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

    static let help = """
        usage: acctstore-agent [--replace]

        Keeps the accounts of acctstore and signs requests with them, on the session's D-Bus.
        It is started when it is needed, and ends when it has had nothing to do for a while.

          --replace   take over from an agent that runs
          --version   print the release
          -h, --help  print this text

        """
}
