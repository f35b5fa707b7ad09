import AccountModel
package import CommandLineKit
import Glibc

extension Tool {
    /// Runs one command line and gives its exit status.
    ///
    /// - Parameter version: what `--version` tells.
    package static func run(
        _ arguments: [RawArgument], in context: CommandContext, version: String
    ) async -> Int32 {
        var context = context
        context.messages.isColored = GlobalOptions.isColored(.auto, context)
        do {
            switch try command.parse(arguments) {
            case .version: try context.output.write(lines: ["\(command.name) \(version)"])
            case .help(let path):
                try context.output.write(text: path.help(width: context.width(of: context.output.sink)))
            case .run(let parsed):
                context = GlobalOptions.apply(parsed, to: context)
                guard let runnable = runnable(at: parsed.path.names) else {
                    throw BrokerError(.failed, "'\(parsed.path.spelling)' does nothing")
                }
                try await runnable.run(parsed, in: context)
            }
            return 0
        } catch {
            return report(error, to: context)
        }
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
            failure = BrokerError(.fileError, "the result cannot be written: \(SystemError.text(code))")
        case let error as BrokerError: failure = error
        default: failure = BrokerError(.failed, "\(error)")
        }
        context.messages.error(failure)
        return failure.code.exitStatus
    }
}
