import CommandLineKit
import Testing

/// Splits at blanks and parses; the command must be one to run.
func parsed(_ line: String, by tool: Command = SampleTool.tool) throws -> ParsedCommand {
    try parsed(line.split(separator: " ").map { RawArgument(String($0)) }, by: tool)
}

func parsed(_ arguments: [RawArgument], by tool: Command = SampleTool.tool) throws -> ParsedCommand {
    guard case .run(let command) = try tool.parse(arguments) else {
        throw NotACommand()
    }
    return command
}

struct NotACommand: Error {}

/// The command whose help is shown for these words; nil when it is not help.
func helpPath(_ line: String) throws -> String? {
    let arguments = line.split(separator: " ").map { RawArgument(String($0)) }
    guard case .help(let path) = try SampleTool.tool.parse(arguments) else { return nil }
    return path.spelling
}

/// The error about these words.
func usageError(_ arguments: [RawArgument]) throws -> UsageError {
    try #require(throws: UsageError.self) { try SampleTool.tool.parse(arguments) }
}

func usageError(_ line: String) throws -> UsageError {
    try usageError(line.split(separator: " ").map { RawArgument(String($0)) })
}
