/// What is wrong with the source of a manual page.
public struct ManualTemplateError: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(description: String) {
        self.description = description
    }
}

extension Command {
    /// A manual page: prose that was written for it, and the parts that the description fills.
    ///
    /// In the source, lines that begin with `@` are filled: `@synopsis`, `@options` (of every command), `@commands` and
    /// `@examples`. The lines from `@more NAMES` to `@end` are prose that goes to the end of the part of that command.
    /// All else is mdoc(7) and stays as it is.
    public func manual(from source: String) throws(ManualTemplateError) -> String {
        let section = ManualSection(self)
        let template = try ManualTemplate(source)
        if let names = template.more.keys.sorted().first(where: { !section.hasCommand($0) }) {
            throw ManualTemplateError(description: "there is no command '\(names)' to say more about")
        }
        return try template.filled(with: [
            "@synopsis": section.synopsis, "@options": section.globalOptions,
            "@commands": section.commands(more: template.more), "@examples": section.examples,
        ])
    }
}

/// The source of a manual page, taken apart.
private struct ManualTemplate {
    private static let more = "@more "
    private static let end = "@end"

    /// Without what is said about single commands.
    private(set) var lines: [String] = []
    /// What is said about single commands, by their names.
    private(set) var more: [String: [String]] = [:]

    init(_ source: String) throws(ManualTemplateError) {
        var command: String?
        for line in source.split(separator: "\n").map(String.init) {
            if line.hasPrefix(Self.more) {
                command = String(line.dropFirst(Self.more.count))
            } else if line == Self.end {
                command = nil
            } else if let command {
                more[command, default: []].append(line)
            } else {
                lines.append(line)
            }
        }
        if let command { throw ManualTemplateError(description: "'\(Self.more)\(command)' has no '\(Self.end)'") }
    }

    func filled(with parts: [String: [String]]) throws(ManualTemplateError) -> String {
        var page = ""
        for line in lines {
            let isPart = line.hasPrefix("@")
            guard let filled = isPart ? parts[line] : [line] else {
                throw ManualTemplateError(description: "'\(line)' is no part of a page")
            }
            page += filled.map { $0 + "\n" }.joined()
        }
        return page
    }
}
