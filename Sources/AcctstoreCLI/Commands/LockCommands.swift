import AccountModel
import CommandLineKit

/// `acctstore lock`
enum LockCommand: ToolCommand {
    static let keyring = Flag("keyring", help: "Lock the keyring too, for all programs.")

    static let command = Command(
        "lock",
        abstract: "Have the agent forget the credentials that it keeps in memory.",
        discussion: """
            The next request reads the keyring again, which asks for its password where it is locked. Grants and accounts \
            stay as they are.
            """,
        parameters: [keyring],
        examples: [.init("acctstore lock --keyring", "Leave nothing open.")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        try await context.connect().lock(keyring: parsed[keyring])
        context.messages.note(
            parsed[keyring]
                ? "the keyring is locked, and the agent keeps no credential"
                : "the agent keeps no credential")
    }
}

/// `acctstore unlock`
enum UnlockCommand: ToolCommand {
    static let command = Command(
        "unlock",
        abstract: "Open the keyring.",
        discussion: "The keyring asks for its password itself, with the program that your desktop has for that.")

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        try await context.connect().unlock()
        context.messages.note("the keyring is open")
    }
}
