import AccountModel
import CommandLineKit

/// `acctstore vault`
enum VaultCommands {
    static let group = Command(
        "vault",
        abstract: "Look after the vault, the encrypted file for machines without a keyring.",
        discussion: "Accounts are kept in it with keychain=vault under [acctstore] in acctstore.conf.",
        subcommands: [VaultPassphraseCommand.command])
}

/// `acctstore vault passphrase`
enum VaultPassphraseCommand: ToolCommand {
    static let command = Command(
        "passphrase",
        abstract: "Give the vault another passphrase, or make one.",
        discussion: """
            The old passphrase is asked for, also while the vault is open, and the new one twice. With --passphrase-fd the \
            old one is the first line of what is read, and the new one the second; of a new vault there is one alone.
            """)

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let broker = try await context.connect()
        let opening = VaultOpening(context: context)
        let status = try await broker.keychain(.vault)
        guard status.state != .absent else { return try await opening.make(broker, status) }
        try await opening.change(broker)
        context.messages.note("the vault has another passphrase: \(OneLine.visible(status.path ?? "", length: 4096))")
    }
}
