import CommandLineKit

/// `acctstore completion`
enum CompletionCommand: ToolCommand {
    static let shell = Argument<CompletionShell>("SHELL", help: "The shell that is to complete.")

    static let command = Command(
        "completion", abstract: "Print the script that completes this command in a shell.",
        discussion: """
            The script asks acctstore at each Tab. Names of accounts are offered where the keyring is open; nothing is \
            unlocked, and nobody is asked.
            `make install` puts the scripts where the shells look for them.
            """,
        parameters: [shell],
        examples: [
            .init("source <(acctstore completion bash)", "For this shell; in ~/.bashrc, for every one."),
            .init(
                "mkdir -p ~/.config/fish/completions; acctstore completion fish > ~/.config/fish/completions/acctstore.fish",
                "For fish."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        try context.output.write(
            text: parsed[shell].script(for: Tool.command.name, asking: CompleteCommand.command.name))
    }
}
