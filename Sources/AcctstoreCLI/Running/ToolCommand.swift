import CommandLineKit

/// One command: what it takes, and what it does.
protocol ToolCommand: SendableMetatype {
    static var command: Command { get }

    /// Does the work; whatever it throws ends the program with a message and the status that belongs to the error
    /// (`UsageError`, `BrokerError`, `SinkError`).
    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws
}
