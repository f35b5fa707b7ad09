/// What every tool has without declaring it.
enum BuiltIn {
    static let help = Flag("h", "help", help: "Show this help.")
    static let version = Flag("version", help: "Show the version.")
    static let helpWords = Argument<[String]>("COMMAND", help: "The command to explain.")
    static let helpCommand = Command("help", abstract: "Show the help of a command.", parameters: [helpWords])
}
