import CommandLineKit

extension StartAdvice {
    private static let more = [
        Step(command: "acctstore help", purpose: "All commands."),
        Step(command: "acctstore help post", purpose: "One of them."),
    ]

    /// - Parameter width: columns of the terminal.
    func text(width: Int) -> String {
        let paragraphs = [Tool.command.abstract, finding].map { TextWrapping.lines(of: $0, width: width) }
        let lists = [steps, Self.more].compactMap { steps in
            HelpList(rows: steps.map { ($0.command, $0.purpose) }).lines(width: width)
        }
        return (paragraphs + lists).map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }
}
