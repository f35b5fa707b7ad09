import AccountModel
import CommandLineKit
import TerminalText

/// `acctstore log`
enum LogCommand: ToolCommand {
    static let program = Option<ProgramArgument?>(
        "program", value: "PROGRAM",
        help: "Only uses by this program: as for grant, or terminal, sandbox or unknown.",
        completion: .grantedProgram)
    static let account = Option<AccountSelector?>(
        "a", "account", value: "ACCOUNT",
        help: "Only uses of this account: number, name, SERVICE:NAME or UUID. It may be gone.", completion: .account)
    static let count = Option<ListCount>("n", "count", value: "N", default: "20", help: "How many uses, at most.")
    static let json = Flag("json", help: "Print JSON.")

    static let command = Command(
        "log", abstract: "Tell which programs used which accounts.",
        discussion: """
            One line for each use, and for each that was refused, the latest last: when, as whom, what was done, how it \
            ended (given, the service's HTTP status, or the name of an error), by which program, and the address. With \
            -v a line more tells how the program was started. On a terminal, what is longer than the screen is shown by \
            $PAGER.
            """,
        parameters: [program, account, count, json],
        examples: [
            .init("acctstore log", "The latest uses."),
            .init("acctstore log --program ~/bin/nightly -n 100", "What a script did."),
            .init(
                "acctstore log -a 2 --json | jq -r '.[] | select(.method == \"POST\") | .time'", "When account 2 wrote."
            ),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let programs = try parsed[program].map { try self.programs($0.text, in: context) } ?? []
        let query = AccessLogQuery(programs: programs, account: parsed[account], count: parsed[count].number)
        let excerpt = try await context.connect().accessLog(query)
        if excerpt.records.isEmpty { context.messages.note("no use is logged") }
        if parsed[json] {
            try context.output.write(text: AccessLogListing.json(for: excerpt.records))
        } else {
            try await print(excerpt.records, in: context)
        }
        if excerpt.unreadable > 0 {
            let lines = excerpt.unreadable == 1 ? "1 line" : "\(excerpt.unreadable) lines"
            context.messages.warning("\(lines) of the access log could not be read")
        }
    }

    /// What has no grant is in the log all the same.
    private static func programs(_ text: String, in context: CommandContext) throws(BrokerError) -> [ProgramIdentity] {
        switch text {
        case "terminal": [.terminal]
        case "sandbox": [.sandbox]
        case "unknown": [.unknown]
        default: try ProgramResolver(environment: context.environment).identities(toRevoke: text)
        }
    }

    private static func print(_ records: [AccessRecord], in context: CommandContext) async throws {
        let listing = AccessLogListing(
            civilTime: context.civilTime, showsChain: context.messages.level >= .verbose)
        var output = TextOutput(context) {}
        do {
            for line in listing.lines(for: records) {
                try await output.write(
                    Array("\(context.output.characters.text(line))\n".utf8),
                    rows: AccessLogListing.rows(of: line, width: context.output.sink.width))
            }
        } catch is PagerLeft {}
        try await output.finish()
    }
}
