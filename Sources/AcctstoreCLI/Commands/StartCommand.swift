import AccountModel
import CommandLineKit

/// `acctstore` without a command: where to start, given what there is.
///
/// It is help that nobody asked for by a word, so it goes to stdout and is no error, whatever it finds.
enum StartCommand: ToolCommand {
    private static let patience = Duration.seconds(3)

    static let command = Command("start", abstract: "Tell where to start.", hidden: true)

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let found = await within(patience) { await advice(in: context) } ?? StartAdvice.agentIsSilent
        let width = context.width(of: context.output.sink)
        try context.output.write(text: found.text(width: width))
    }

    private static func advice(in context: CommandContext) async -> StartAdvice {
        do throws(BrokerError) {
            let actor = try AccountOption.requested(nil, in: context)
            let broker = try await context.broker.connect(.init(mayAsk: false, terminal: nil))
            return StartAdvice(try await broker.overview(actor?.selector, of: nil))
        } catch {
            return StartAdvice(error)
        }
    }
}
