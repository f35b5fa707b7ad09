import AccountModel

/// Where the PIN of a log-in comes from. The agent reads it; it need not be hidden, since it is of no use twice.
enum PINInput {
    /// One line, after the address was told.
    case standardInput(Descriptor)
    case typed

    /// - Parameter command: the log-in, without the way: `acctstore add twitter`.
    ///
    /// Throws `invalidArgument` where there is neither; this is found out before anything is sent to the service.
    static func find(for command: String, in context: CommandContext) throws(BrokerError) -> PINInput {
        switch context.input.kind {
        case .data:
            if let descriptor = context.input.descriptor { return .standardInput(descriptor) }
        case .terminal:
            if context.canAsk { return .typed }
        case .nothing: break
        }
        throw BrokerError(
            .invalidArgument,
            "PIN needed, and there is neither a terminal to type it at nor anything on standard input",
            nextStep: """
                run the first of these in a terminal, or give ready tokens with the second
                \(command) --pin
                \(command) --token-stdin < FILE
                """)
    }

    /// Lends the descriptor once there is something to read. A person takes longer than a call may, and as long as nobody
    /// reads the terminal, this command can be stopped and left without the PIN's reader taking what is typed then.
    func lend<Result: Sendable>(
        prompt: String, in context: CommandContext, _ operation: (Descriptor) async throws -> Result
    ) async throws -> Result {
        switch self {
        case .standardInput(let descriptor):
            _ = await Arrival.wait(on: descriptor)
            return try await operation(descriptor)
        case .typed:
            return try await context.terminal.lend(prompt: prompt, hidden: false) { descriptor in
                // Ctrl-D leaves the cursor behind the prompt.
                if await Arrival.wait(on: descriptor) == .end { context.terminal.show("") }
                return try await operation(descriptor)
            }
        }
    }
}
