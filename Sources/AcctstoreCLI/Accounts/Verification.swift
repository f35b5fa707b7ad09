import AccountModel
import SocialClient

/// Asks a service who an account is, keeps the answer, and prints the account as it then is.
struct Verification {
    let account: Account
    let broker: any Broker
    let context: CommandContext

    func run() async throws {
        let author: Author
        do throws(BrokerError) {
            author = try await client().verify()
        } catch {
            try await printRejected(after: error)
            throw error
        }
        let person = VerifiedPerson(userID: author.id, username: author.username)
        switch try await broker.learn(person, of: account.id, merging: false) {
        case .stored(let learnt): try print(learnt)
        case .wouldMerge(let other):
            try await confirmMerging(into: other)
            guard case .stored(let merged) = try await broker.learn(person, of: account.id, merging: true) else {
                throw BrokerError(.failed, "\(account.shownLabel) was not merged into \(other.shownLabel)")
            }
            context.messages.note("\(account.shownLabel) is now \(merged.shownLabel)")
            try print(merged)
        }
    }

    private func client() async throws(BrokerError) -> ServiceClient {
        do throws(BrokerError) {
            return try await context.client(of: .account(account), by: broker)
        } catch {
            guard error.code == .notConfigured, await isAskedByAgent() else { throw error }
            throw BrokerError(
                .notConfigured,
                "\(account.service) is for requests of your own: it is asked who \(account.label) is at a log-in, and by renew "
                    + "whether it accepts the token",
                nextStep: account.username == nil
                    ? NextCommand.logIn(again: account) : "acctstore renew \(account.number)")
        }
    }

    /// Whether the service tells whose a token is, though the client does not speak its language.
    private func isAskedByAgent() async -> Bool {
        guard case .success(let abilities) = try? await broker.services(account.service).first?.abilities else {
            return false
        }
        return abilities.furtherAddresses.contains { $0.name == .identity }
    }

    private func print(_ account: Account) throws(SinkError) {
        try context.output.write(lines: [AccountListing.line(for: account)])
    }

    /// An account whose log-in is no longer valid is shown as such.
    private func printRejected(after error: BrokerError) async throws(SinkError) {
        guard error.code == .credentialRejected,
            let marked = try? await broker.accounts(of: account.service).first(where: { $0.id == account.id }),
            marked.state == .needsLogin
        else { return }
        try print(marked)
    }

    private func confirmMerging(into other: Account) async throws(BrokerError) {
        let words = "\(account.shownLabel) is the same person as \(other.shownLabel)"
        guard context.canAsk else {
            throw BrokerError(
                .invalidArgument, "\(words), and nobody can be asked whether to make them one account",
                nextStep: "run this in a terminal\nacctstore verify \(account.number)")
        }
        let question =
            "\(words). Give this log-in to number \(other.number), which keeps its description and grants, "
            + "and remove number \(account.number)?"
        guard await Confirmation.ask(question, on: context.terminal) else {
            throw BrokerError(.cancelled, "\(account.shownLabel) and \(other.shownLabel) were left as they are")
        }
    }
}
