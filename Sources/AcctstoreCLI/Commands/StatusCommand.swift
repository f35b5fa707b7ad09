import AccountModel
import CommandLineKit

/// `acctstore status`
enum StatusCommand: ToolCommand {
    static let json = Flag("json", help: "Print JSON.")

    static let command = Command(
        "status", abstract: "Tell which account would act, and what is in the way.",
        discussion: """
            Nothing is unlocked and nobody is asked. The status is 0 where an account could act at once; else it is that \
            of the trouble, and all that can be found out is printed nevertheless.
            """,
        parameters: [AccountOption.actor, AccountOption.app, AccountOption.service, json],
        examples: [.init("acctstore status", "Is all well?")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let report = await StatusReport.gather(parsed, in: context)
        if parsed[json] {
            try context.output.write(report.json)
        } else {
            try context.output.write(lines: report.lines)
        }
        if let trouble = report.trouble { throw trouble }
    }
}
