/// A shell that can complete words of a tool.
///
/// Its script holds no commands and options: at each Tab it asks the tool, which answers from its description, so that
/// the script of an older release still completes all of a newer one. The tool is asked by `TOOL ASK -- WORD…`, the last
/// word being the one that is typed. It answers by ``CompletionAnswer``.
///
/// Words are never evaluated: the script takes quotes away as the shell would, but expands nothing, and what it offers
/// is quoted by the shell's own means. It asks the tool that is found on PATH, whatever path was typed, so that a Tab
/// runs nothing that merely lies in a folder.
public enum CompletionShell: String, CaseIterable, Sendable, ArgumentValue {
    case bash, zsh, fish

    /// The script to be sourced, or installed under ``fileName(for:)``.
    ///
    /// - Parameters:
    ///   - tool: the name of the program.
    ///   - question: the subcommand that answers.
    public func script(for tool: String, asking question: String) -> String {
        let template =
            switch self {
            case .bash: Self.bashScript
            case .zsh: Self.zshScript
            case .fish: Self.fishScript
            }
        return template.replacing("@tool@", with: tool).replacing("@ask@", with: question)
    }
}

/// What the tool answers to a completion script, in lines: first who knows more words (`none`, or the shell itself for
/// `files`, `directories` and `commands`), then each candidate with a tab and its explanation.
public struct CompletionAnswer: Sendable {
    private let source: CompletionKind
    private let candidates: [Completion.Candidate]

    /// - Parameter candidates: those of the description and those that the tool knows. One that would not stand on one
    ///   line is left out.
    public init(_ candidates: [Completion.Candidate], source: CompletionKind) {
        self.source = source
        self.candidates = candidates.filter { !$0.word.isEmpty && Self.isPlain($0.word) }
    }

    public var lines: [String] {
        [sourceWord]
            + candidates.map { candidate in
                candidate.word + "\t" + (Self.isPlain(candidate.explanation) ? candidate.explanation : "")
            }
    }

    private var sourceWord: String {
        switch source {
        case .file: "files"
        case .directory: "directories"
        case .program, .commandLine: "commands"
        case .none, .list, .grantedProgram, .account, .actor, .accountOrService, .service, .usedService, .anyService,
            .app:
            "none"
        }
    }

    /// Whether nothing in it steers a terminal or breaks a line.
    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
            default: true
            }
        }
    }
}
