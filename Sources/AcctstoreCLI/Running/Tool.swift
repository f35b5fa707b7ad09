package import CommandLineKit

/// The whole command line.
package enum Tool {
    /// The description from which parsing, help and the checks of the manual are made.
    package static let command = Command(
        "acctstore",
        abstract: "Keep accounts for all programs, and sign their requests.",
        discussion: """
            Accounts live in the Secret Service. A program asks for the use of an account, you answer once, and what \
            the program gets is a signed request, never the token.
            """,
        parameters: GlobalOptions.all,
        subcommands: [
            AddCommand.command, ListCommand.command, ShowCommand.command, SetCommand.command, RemoveCommand.command,
            LoginCommand.command, RenewCommand.command,
            AppCommands.group, ServiceCommand.command, GrantCommand.command, RevokeCommand.command, LogCommand.command,
            SignCommand.command,
            RequestCommand.command, ExecCommand.command, TokenCommand.command, PostCommand.command,
            UnpostCommand.command, TimelineCommands.group, ViewCommand.command, StatusCommand.command,
            VerifyCommand.command, DoctorCommand.command, LockCommand.command, UnlockCommand.command,
            VaultCommands.group, MigrateCommand.command, ImportCommand.command, ExportCommand.command,
            AgentCommands.group,
            CompletionCommand.command, CompleteCommand.command, StartCommand.command,
        ],
        defaultSubcommand: StartCommand.command.name,
        examples: [
            .init("acctstore app set twitter --key KEY", "Keep the key of your app; the secret is asked for."),
            .init("acctstore add twitter", "Log in, and keep the account."),
            .init("acctstore grant ~/bin/nightly 2", "Let a program use account 2."),
            .init("acctstore post -a 2 'It works'", "Post as account 2."),
            .init("acctstore timeline", "Read what those whom you follow have posted."),
        ])

    /// The commands that run, by the names that lead to them.
    static func runnable(at names: [String]) -> (any ToolCommand.Type)? {
        commands[names]
    }

    private static let commands: [[String]: any ToolCommand.Type] = [
        ["add"]: AddCommand.self,
        ["list"]: ListCommand.self,
        ["show"]: ShowCommand.self,
        ["set"]: SetCommand.self,
        ["remove"]: RemoveCommand.self,
        ["login"]: LoginCommand.self,
        ["renew"]: RenewCommand.self,
        ["app", "list"]: AppListCommand.self,
        ["app", "set"]: AppSetCommand.self,
        ["app", "remove"]: AppRemoveCommand.self,
        ["service"]: ServiceCommand.self,
        ["grant"]: GrantCommand.self,
        ["revoke"]: RevokeCommand.self,
        ["log"]: LogCommand.self,
        ["sign"]: SignCommand.self,
        ["request"]: RequestCommand.self,
        ["exec"]: ExecCommand.self,
        ["token"]: TokenCommand.self,
        ["post"]: PostCommand.self,
        ["unpost"]: UnpostCommand.self,
        ["timeline", "home"]: HomeTimelineCommand.self,
        ["timeline", "mentions"]: MentionsTimelineCommand.self,
        ["timeline", "user"]: UserTimelineCommand.self,
        ["timeline", "search"]: SearchTimelineCommand.self,
        ["timeline", "public"]: PublicTimelineCommand.self,
        ["view"]: ViewCommand.self,
        ["status"]: StatusCommand.self,
        ["verify"]: VerifyCommand.self,
        ["doctor"]: DoctorCommand.self,
        ["lock"]: LockCommand.self,
        ["unlock"]: UnlockCommand.self,
        ["vault", "passphrase"]: VaultPassphraseCommand.self,
        ["migrate"]: MigrateCommand.self,
        ["import"]: ImportCommand.self,
        ["export"]: ExportCommand.self,
        ["agent", "status"]: AgentStatusCommand.self,
        ["agent", "stop"]: AgentStopCommand.self,
        ["completion"]: CompletionCommand.self,
        ["complete"]: CompleteCommand.self,
        ["start"]: StartCommand.self,
    ]
}
