import AccountModel
import CommandLineKit

/// `acctstore lock`
enum LockCommand: ToolCommand {
    static let keyring = Flag("keyring", help: "Lock the keyring too, for all programs.")

    static let command = Command(
        "lock",
        abstract: "Have the agent forget the credentials that it keeps in memory.",
        discussion: """
            The next request reads the keyring again, which asks for its password where it is locked. A vault is locked by \
            this. Grants and accounts stay as they are.
            """,
        parameters: [keyring],
        examples: [.init("acctstore lock --keyring", "Leave nothing open.")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let broker = try await context.connect()
        try await broker.lock(keyring: parsed[keyring])
        let status = try? await broker.keychain(nil)
        let place =
            switch status {
            case let vault? where vault.isVault:
                vault.state == .absent ? "there is no vault yet" : "the vault is locked"
            default: parsed[keyring] ? "the keyring is locked" : nil
            } as String?
        context.messages.note((place.map { "\($0), and " } ?? "") + "the agent keeps no credential")
    }
}

/// `acctstore unlock`
enum UnlockCommand: ToolCommand {
    static let command = Command(
        "unlock",
        abstract: "Open the keyring or the vault.",
        discussion: """
            A keyring asks for its password itself, with the program that your desktop has for that. The passphrase of a vault \
            is typed here, or comes from --passphrase-fd; the vault stays open until it was not used for the time of \
            forget-after in acctstore.conf.
            """)

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let solitude = AgentSolitude()
        let broker = try await context.connect(alone: solitude.hear)
        try await broker.unlock()
        if let reason = solitude.reason {
            throw BrokerError(
                .unavailable,
                "the vault was opened and is locked again with this command, since no agent can wait for the next one: \(reason)",
                nextStep: "acctstore doctor")
        }
        let isVault = (try? await broker.keychain(nil))?.isVault == true
        context.messages.note(isVault ? "the vault is open" : "the keyring is open")
    }
}
