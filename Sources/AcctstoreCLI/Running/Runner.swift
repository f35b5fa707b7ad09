import AccountModel
package import CommandLineKit
import Glibc
import SystemCalls
import TerminalText

extension Tool {
    /// What came of reading a command line.
    package enum Reading {
        /// Help, the version or a mistake: told already, with this exit status.
        case told(Int32)
        /// A command that fits its description.
        case command(ReadCommand)
    }

    /// A command that is to be run.
    package struct ReadCommand: Sendable {
        fileprivate let command: any ToolCommand.Type
        fileprivate let parsed: ParsedCommand
        fileprivate let context: CommandContext
    }

    /// Reads a command line. No task is needed for it, so that help and the version start no thread.
    ///
    /// - Parameter version: what `--version` tells.
    package static func read(
        _ arguments: [RawArgument], in context: CommandContext, version: String
    ) -> Reading {
        var context = context
        context.messages.characters = characters(of: context.messages.sink, context)
        context.output.characters = characters(of: context.output.sink, context)
        context.messages.isColored = GlobalOptions.isColored(.auto, context.messages.sink, context)
        do {
            switch try command.parse(arguments) {
            case .version: try context.output.write(lines: ["\(command.name) \(version)"])
            case .help(let path):
                try context.output.write(text: path.help(width: context.width(of: context.output.sink)))
            case .run(let parsed):
                context = try GlobalOptions.apply(parsed, to: context)
                guard let runnable = runnable(at: parsed.path.names) else {
                    throw BrokerError(.failed, "'\(parsed.path.spelling)' does nothing")
                }
                return .command(ReadCommand(command: runnable, parsed: parsed, context: context))
            }
            return .told(0)
        } catch {
            return .told(report(error, to: context))
        }
    }

    private static func characters(of sink: any ByteSink, _ context: CommandContext) -> CharacterSet {
        CharacterSet(isTerminal: sink.isTerminal) { context.environment[$0] }
    }

    /// Runs a command and gives its exit status.
    package static func run(_ command: ReadCommand) async -> Int32 {
        do {
            try await command.command.run(command.parsed, in: command.context)
            return 0
        } catch {
            return report(error, to: command.context)
        }
    }

    /// Tells why a command is not run; the status that belongs to it.
    static func refuse(_ command: ReadCommand, _ error: BrokerError) -> Int32 {
        report(error, to: command.context)
    }

    /// Tells what went wrong; the status that belongs to it.
    private static func report(_ error: any Error, to context: CommandContext) -> Int32 {
        let failure: BrokerError
        switch error {
        case let error as UsageError:
            context.messages.error(error, width: context.width(of: context.messages.sink))
            return UsageError.exitStatus
        case SinkError.readerGone:
            // Whoever closed the pipe has read enough, and wants no words about it.
            return BrokerError.Code.fileError.exitStatus
        case SinkError.system(let code):
            failure = BrokerError(.fileError, "the result cannot be written: \(SystemError.words(code))")
        case let ending as ToldEnding: return ending.code.exitStatus
        case let error as CommandToRun.Failure:
            context.messages.error(error.message)
            return error.status
        case let error as BrokerError: failure = error
        default: failure = BrokerError(.failed, "\(error)")
        }
        context.messages.error(failure)
        return failure.code.exitStatus
    }
}
