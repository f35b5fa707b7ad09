import CommandLineKit

/// `acctstore complete`, which the scripts of `acctstore completion` call at each Tab.
enum CompleteCommand: ToolCommand {
    static let words = Argument<[RawArgument]>(
        "WORD", help: "The words after the program's name; the last one is being typed.", placement: .afterTerminator)

    static let command = Command(
        "complete", abstract: "Answer a completion script.", parameters: [words], hidden: true)

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let words = parsed[words]
        let completion = Tool.command.completion(of: words.last ?? "", after: words.dropLast())
        let names = await OfferedNames.candidates(for: completion, in: context)
        let answer = CompletionAnswer(completion.candidates + names, source: completion.source)
        try context.output.write(lines: answer.lines)
    }
}
