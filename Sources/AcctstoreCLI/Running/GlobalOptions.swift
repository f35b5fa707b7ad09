import CommandLineKit
package import TerminalText

/// What every command takes.
enum GlobalOptions {
    static let verbose = Flag("v", "verbose", help: "Say more: all that is sent and answered, masked.")
    static let quiet = Flag("q", "quiet", help: "Say nothing but errors.")
    static let noPrompt = Flag("no-prompt", help: "Never ask; end with an error instead.")
    static let passphrase = Option<DescriptorNumber?>(
        "passphrase-fd", value: "N", help: "Read the vault's passphrase from descriptor N, where it is needed.")
    static let color = Option<ColorChoice>("color", value: "WHEN", default: "auto", help: "When to use colours.")

    static let all: [any Parameter] = [verbose, quiet, noPrompt, passphrase, color]

    /// The context with what the options say put in.
    static func apply(
        _ parsed: ParsedCommand, to context: CommandContext
    ) throws -> CommandContext {
        var context = context
        if parsed[quiet] {
            context.messages.level = .quiet
        } else if parsed[verbose] {
            context.messages.level = .verbose
        }
        context.messages.isColored = isColored(parsed[color], context.messages.sink, context)
        context.output.isColored = isColored(parsed[color], context.output.sink, context)
        context.mayPrompt = !parsed[noPrompt]
        context.passphrase = try parsed[passphrase]?.taken()
        return context
    }

    static func isColored(_ choice: ColorChoice, _ sink: any ByteSink, _ context: CommandContext) -> Bool {
        choice.isColored(isTerminal: sink.isTerminal) { context.environment[$0] }
    }
}

extension ColorChoice: ArgumentValue {}
