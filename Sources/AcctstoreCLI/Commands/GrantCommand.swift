import AccountModel
import CommandLineKit

/// `acctstore grant`
enum GrantCommand: ToolCommand {
    static let program = Argument<ProgramArgument?>(
        "PROGRAM",
        help: """
            A path, a word that is looked up on PATH, flatpak:ID, snap:NAME, unit:NAME.service, cron, ssh or any. \
            Without it, the grants are listed.
            """, completion: .program)
    static let scope = Argument<GrantScope?>(
        "ACCOUNT", help: "The account, or SERVICE:* for all of a service, later ones too.",
        completion: .accountOrService)
    static let read = Flag("read", help: "To read. Without --read, --write and --reveal, the first two are meant.")
    static let write = Flag("write", help: "To post and to change things.")
    static let reveal = Flag("reveal", help: "To have the token itself, as exec and token give it.")
    static let deny = Flag("deny", help: "Remember a no.")
    static let duration = Option<TimeSpan?>("for", value: "TIME", help: "For so long only: a number with m, h or d.")
    static let json = Flag("json", help: "Print the grants as JSON.")

    static let command = Command(
        "grant", abstract: "Let a program use an account, or list what programs may do.",
        discussion: """
            A grant is kept under the path as you give it, and holds for the file that it leads to. Interpreters, \
            shells and programs that pass on requests of others cannot be given one.
            """,
        parameters: [program, scope, read, write, reveal, deny, duration, json],
        examples: [
            .init("acctstore grant", "What programs may do."),
            .init("acctstore grant ~/bin/nightly 2", "Let a script read and post as account 2."),
            .init("acctstore grant backup 'twitter:*' --read --for 8h", "Reading only, for eight hours."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        if let program = parsed[program] {
            guard !parsed[json] else {
                throw parsed.usageError(
                    "--json belongs to the list of grants", suggestion: "Leave out PROGRAM, or --json.")
            }
            try await grant(program, parsed, in: context)
        } else {
            if [read, write, reveal, deny].contains(where: { parsed[$0] }) || parsed[duration] != nil {
                throw parsed.usageError("no program to grant anything to", suggestion: "Add PROGRAM.")
            }
            try await list(asJSON: parsed[json], in: context)
        }
    }

    private static func grant(
        _ program: ProgramArgument, _ parsed: ParsedCommand, in context: CommandContext
    ) async throws {
        let identity = try ProgramResolver(environment: context.environment).identity(of: program.text)
        var permissions: Permissions = []
        if parsed[read] { permissions.insert(.read) }
        if parsed[write] { permissions.insert(.write) }
        if parsed[reveal] { permissions.insert(.reveal) }
        if permissions.isEmpty { permissions = [.read, .write] }
        let request = GrantRequest(
            program: identity, target: .selected(nil), permissions: permissions,
            decision: parsed[deny] ? .deny : .allow, duration: parsed[duration]?.seconds)
        let listing = try await send(request, scope: parsed[scope], in: context)
        context.messages.note(GrantListings(civilTime: context.civilTime).sentence(for: listing))
    }

    private static func send(
        _ request: GrantRequest, scope: GrantScope?, in context: CommandContext
    ) async throws(BrokerError) -> GrantListing {
        var request = request
        if case .service = scope {
            request.target = scope?.target ?? request.target
            return try await context.connect().grant(request)
        }
        var given: RequestedActor?
        if case .account(let selector) = scope { given = .account(selector) }
        let selector = try AccountOption.selector(given, to: "grant access", in: context)
        let broker = try await context.connect()
        return try await context.withAccount(selector, of: broker) { selector throws(BrokerError) in
            var request = request
            request.target = .selected(selector)
            return try await broker.grant(request)
        }
    }

    private static func list(asJSON: Bool, in context: CommandContext) async throws {
        let grants = try await context.connect().grants().sorted { $0.grant.program.shown < $1.grant.program.shown }
        if grants.isEmpty {
            context.messages.note("no grants")
            context.messages.next("acctstore grant PROGRAM")
        }
        if asJSON {
            try context.output.write(.array(grants.map(GrantListings.json)))
        } else {
            try context.output.write(lines: GrantListings(civilTime: context.civilTime).lines(for: grants))
        }
    }
}
