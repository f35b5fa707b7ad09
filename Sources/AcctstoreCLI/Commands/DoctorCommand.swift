import AccountModel
import CommandLineKit

/// `acctstore doctor`
enum DoctorCommand: ToolCommand {
    static let json = Flag("json", help: "Print JSON.")
    static let online = Flag("online", help: "Ask the services of the accounts for the time, unsigned.")
    static let tokens = Flag("tokens", help: "Ask the services whether each account's log-in is valid.")
    static let noStart = Flag("no-start", help: "Neither start nor replace an agent.")
    static let names = Flag("names", help: "Show the names of accounts, and the hosts that they are at.")

    static let command = Command(
        "doctor", abstract: "Look for what is wrong, and tell how to mend it.",
        discussion: """
            One line for each thing that was looked at: ok, note or problem, and for a problem the next command. Nothing \
            is changed, unlocked or asked, and nothing is sent to a service without --online or --tokens. What is printed \
            can be shown to others: no secret is in it, accounts are told by number, your home folder is ~. The status is \
            0 where nothing is wrong; else it is what a command would end with for the first problem.
            """,
        parameters: [json, online, tokens, noStart, names],
        examples: [
            .init("acctstore doctor", "What is in the way?"),
            .init("acctstore doctor --json > report.json", "Keep it for a bug report."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let options = Doctor.Options(
            asksForTime: parsed[online], asksForTokens: parsed[tokens], startsAgent: !parsed[noStart],
            showsNames: parsed[names])
        let printsJSON = parsed[json]
        let findings = try await Doctor(context: context, options: options).findings { finding in
            guard !printsJSON else { return }
            try context.output.write(lines: DoctorReport.lines(for: finding, isColored: context.output.isColored))
        }
        let report = DoctorReport(findings: findings)
        if printsJSON {
            try context.output.write(report.json)
        } else {
            try context.output.write(lines: ["", report.summary])
        }
        if let code = report.code { throw ToldEnding(code: code) }
    }
}
