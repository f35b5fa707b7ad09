import AccountModel
import CommandLineKit

/// `acctstore import`
enum ImportCommand: ToolCommand {
    static let source = Argument<ImportSourceName>("SOURCE", help: "The program whose file it is, or bundle.")
    static let file = Argument<FileName?>(
        "FILE", help: "The file; else the one in its usual place. '-' is standard input.", completion: .file)
    static let service = Option<Service?>(
        "service", value: "SERVICE", help: "Where the accounts are, for a file that does not say so; else twitter.",
        completion: .service)
    static let app = Option<String?>(
        "app", value: "NAME", help: "The app that tokens belong to, for a file that does not have it.", completion: .app
    )
    static let dryRun = Flag("dry-run", help: "Show what is in the file, and store nothing.")
    static let yes = Flag("yes", help: "Store what is in the file without asking.")
    static let replace = Flag("replace", help: "Replace what is kept already without asking.")
    static let wipe = Flag(
        "wipe", help: "Overwrite and remove the file, without asking, once all of it is stored and was read back.")

    static let command = Command(
        "import",
        abstract: "Take over the accounts of another program, or of a bundle.",
        discussion: """
            Everything in the file is shown before anything is stored. The service is asked whose each account is; tokens \
            that it refuses are not stored. Prints the numbers of the accounts. Without FILE the file is where its program \
            keeps it: ~/.twurlrc, ~/.xrc or ~/.trc, ~/.xurl, toot/config.json, ~/.rainbow_oauth. The file stays as it is, \
            unless you choose to have it wiped. A bundle is what export has written.
            """,
        parameters: [source, file, service, app, dryRun, yes, replace, wipe],
        exclusive: [ExclusiveGroup(dryRun, yes), ExclusiveGroup(dryRun, wipe)],
        examples: [
            .init("acctstore import twurl --dry-run", "What would be taken over from ~/.twurlrc."),
            .init("acctstore import bundle accounts.bundle", "On the other machine."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let source = parsed[source].source
        if source == .bundle {
            guard parsed[file] != nil else {
                throw parsed.usageError("a bundle has no usual place", suggestion: "Add FILE.")
            }
            guard parsed[service] == nil, parsed[app] == nil else {
                throw parsed.usageError("a bundle says itself which services and apps its accounts have")
            }
        }
        let file = try ImportedFile(source: source, context: context).open(parsed[file]?.path)
        let broker = try await context.connect()
        try await BundlePassphrases(context: context).ready(broker, parsed[dryRun] ? .left : .made)
        let request = ImportRequest(
            source: source, file: file.descriptor, name: file.name, service: parsed[service], app: parsed[app])
        let listing = try await list(request, by: broker, in: context)
        let options = Import.Options(
            isDry: parsed[dryRun], mayStore: parsed[yes], mayReplace: parsed[replace], mayWipe: parsed[wipe])
        try await Import(
            options: options, request: request, file: file, listing: listing, broker: broker, context: context
        ).run()
    }

    private static func list(
        _ request: ImportRequest, by broker: any Broker, in context: CommandContext
    ) async throws(BrokerError) -> ImportListing {
        switch try await broker.beginImport(request) {
        case .listed(let listing): return listing
        case .locked(let handle): return try await BundlePassphrases(context: context).open(handle, by: broker)
        }
    }
}
