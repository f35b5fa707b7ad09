import AccountModel
import CommandLineKit

/// Where a secret comes from. It is read by the agent: this process only passes the descriptor on.
enum SecretInput {
    case standardInput(Descriptor)
    /// Typed after a prompt, without being shown.
    case typed(prompt: String)

    /// - Parameters:
    ///   - option: the option that says that standard input has it, such as `--secret-stdin`.
    ///   - isStdinMeant: whether that option was given.
    ///   - prompt: what a person is asked otherwise.
    ///
    /// Throws `invalidArgument` where nobody can be asked, or nothing can be read.
    static func find(
        option: String, isStdinMeant: Bool, prompt: String, in context: CommandContext
    ) throws(BrokerError) -> SecretInput {
        if isStdinMeant, context.input.kind != .terminal {
            guard let descriptor = context.input.descriptor, context.input.kind == .data else {
                throw BrokerError(
                    .invalidArgument, "\(option) was given, and there is nothing on standard input",
                    nextStep: "pipe it in, with \(option)")
            }
            return .standardInput(descriptor)
        }
        guard context.canAsk else {
            throw BrokerError(
                .invalidArgument, "there is no terminal to type the secret at",
                nextStep: "pipe it in, with \(option)")
        }
        return .typed(prompt: prompt)
    }

    /// Lends the descriptor for as long as the operation takes.
    func lend<Result: Sendable>(
        in context: CommandContext, _ operation: (Descriptor) async throws -> Result
    ) async throws -> Result {
        switch self {
        case .standardInput(let descriptor): try await operation(descriptor)
        case .typed(let prompt): try await context.terminal.lend(prompt: prompt, hidden: true, operation)
        }
    }
}
