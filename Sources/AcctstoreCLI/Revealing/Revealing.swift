import AccountModel
import AgentClient
import CommandLineKit

/// Lets a program have a credential, which never passes through this one: `acctstore-reveal`, which this process
/// becomes, reads it from the agent's own file.
struct Revealing {
    let context: CommandContext
    /// What `-a` said.
    let actor: RequestedActor?
    /// `run a command with a token`
    let deed: String
    /// The command that gets the credential; `nil` where it is printed.
    var command: String?

    /// What is to become of the credential, once the account is known: the arguments of `acctstore-reveal`.
    typealias Plan = (Account) throws(BrokerError) -> [RawArgument]

    /// Returns in tests alone. Nobody is asked before everything else is in order.
    func run(_ plan: Plan) async throws {
        guard let path = context.handover.path else {
            throw BrokerError(
                .failed,
                "\(context.handover.name), which belongs to acctstore, is not there (\(context.handover.searched))",
                nextStep: "install acctstore again")
        }
        let selector = try AccountOption.selector(actor, to: deed, in: context)
        let broker = try await context.connect()
        let account = try await context.withAccount(selector, of: broker) { selector throws(BrokerError) in
            try await broker.select(selector, of: nil, for: .reveal)
        }
        let words = try plan(account)
        let credential = try await broker.credential(of: account.id, for: command)
        context.messages.detail("as \(account.shownLabel)")
        try context.become(
            Successor(
                program: path, arguments: [RawArgument(String(credential.rawValue))] + words, descriptor: credential))
    }
}
