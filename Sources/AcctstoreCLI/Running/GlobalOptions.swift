import CommandLineKit

/// What every command takes.
enum GlobalOptions {
    enum When: String, CaseIterable, ArgumentValue {
        case auto, always, never
    }

    static let verbose = Flag("v", "verbose", help: "Say more.")
    static let quiet = Flag("q", "quiet", help: "Say nothing but errors.")
    static let noPrompt = Flag("no-prompt", help: "Never ask; end with an error instead.")
    static let color = Option<When>("color", value: "WHEN", default: "auto", help: "When to use colours.")

    static let all: [any Parameter] = [verbose, quiet, noPrompt, color]

    /// The context with what the options say put in.
    static func apply(_ parsed: ParsedCommand, to context: CommandContext) -> CommandContext {
        var context = context
        if parsed[quiet] {
            context.messages.level = .quiet
        } else if parsed[verbose] {
            context.messages.level = .verbose
        }
        context.messages.isColored = isColored(parsed[color], context)
        context.mayPrompt = !parsed[noPrompt]
        return context
    }

    /// `NO_COLOR` as on no-color.org.
    static func isColored(_ when: When, _ context: CommandContext) -> Bool {
        switch when {
        case .always: true
        case .never: false
        case .auto:
            context.messages.sink.isTerminal && context.environment["NO_COLOR"] == nil
                && context.environment["TERM"].map { $0 != "dumb" } ?? false
        }
    }
}
