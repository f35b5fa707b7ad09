import AgentService

@main enum Main {
    static func main() {
        Agent.main(CommandLine.arguments)
    }
}
