import AccountModel
import CommandLineKit

/// `acctstore export`
enum ExportCommand: ToolCommand {
    static let file = Argument<FileName>(
        "FILE", help: "The file to make. '-' is standard output, where that is no terminal.", completion: .file)
    static let accounts = Argument<[AccountSelector]>(
        "ACCOUNT", help: "Which accounts; else all of them.", completion: .account)
    static let grants = Flag("grants", help: "Take the answers along that were given for programs.")
    static let force = Flag("force", help: "Replace a file of that name.")

    static let command = Command(
        "export",
        abstract: "Write accounts and their apps to an encrypted bundle, for another machine.",
        discussion: """
            The bundle has a passphrase of its own, which is asked for twice. With --passphrase-fd it is the first line of \
            what is read; where a vault is in use, that has the first line and the bundle the second. What opens the bundle \
            has the accounts, as does whoever has the machine. A renewed token ends the copy in a bundle: of accounts by \
            OAuth 2.0 use one machine or the other.
            """,
        parameters: [file, accounts, grants, force],
        examples: [.init("acctstore export accounts.bundle", "All accounts, for acctstore import bundle.")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let name = parsed[file].path
        let isOutput = name == "-"
        if isOutput, context.output.sink.isTerminal {
            throw BrokerError(
                .invalidArgument,
                "a bundle is nothing for a terminal: it goes into a file, or by a pipe into another program",
                nextStep: "acctstore export FILE")
        }
        let target = NewFile(name: name, mayReplace: parsed[force])
        if !isOutput { try target.check() }
        let broker = try await context.connect()
        let passphrases = BundlePassphrases(context: context)
        try await passphrases.ready(broker, .refused)
        // Before somebody thinks of a passphrase in vain.
        if context.canAsk, context.passphrase == nil {
            try await broker.unlock(passphrase: nil)
            try await broker.checkExport(of: parsed[accounts], includesGrants: parsed[grants])
        }
        let bundle = try await passphrases.export(broker) { (passphrase) throws(BrokerError) in
            try await broker.export(
                ExportRequest(
                    accounts: parsed[accounts], includesGrants: parsed[grants], passphrase: passphrase))
        }
        if isOutput {
            try DescriptorCopy.copy(from: bundle.file, to: context.output.sink, "standard output")
        } else {
            try target.write(bundle.file)
        }
        let place = isOutput ? "standard output" : OneLine.visible(name, length: 4096)
        context.messages.note("exported \(counts(bundle)) to \(place)")
    }

    private static func counts(_ bundle: ExportedBundle) -> String {
        [(bundle.accounts, "account"), (bundle.apps, "app"), (bundle.grants, "grant")]
            .filter { $0.0 > 0 }.map { count, word in "\(count) \(word)\(count == 1 ? "" : "s")" }
            .joined(separator: ", ")
    }
}
