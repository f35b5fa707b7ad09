import AccountModel
import CommandLineKit

/// `acctstore agent`
enum AgentCommands {
    static let group = Command(
        "agent",
        abstract: "Look at the agent that keeps the accounts, or end it.",
        discussion: "The agent is started when it is needed, and ends by itself when it has nothing to do.",
        subcommands: [AgentStatusCommand.command, AgentStopCommand.command],
        defaultSubcommand: AgentStatusCommand.command.name)
}

/// `acctstore agent status`
enum AgentStatusCommand: ToolCommand {
    static let command = Command("status", abstract: "Tell whether it runs, without starting it.")

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let agent = try await context.agent.runningAgent()
        let line = agent.map { "running  process \($0.processID)  release \($0.release)  \($0.place)" }
        try context.output.write(lines: [line ?? "not running"])
    }
}

/// `acctstore agent stop`
enum AgentStopCommand: ToolCommand {
    static let command = Command("stop", abstract: "End it. What runs is finished first.")

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let wasRunning = try await context.agent.stop()
        context.messages.note(wasRunning ? "the agent has ended" : "no agent was running")
    }
}
