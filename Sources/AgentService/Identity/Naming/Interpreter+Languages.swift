import AccountModel

extension Interpreter {
    init(_ language: KnownPrograms.Language) {
        self =
            switch language {
            case .shell: Interpreter.shell
            case .python: Interpreter.python
            case .perl: Interpreter.perl
            case .ruby: Interpreter.ruby
            case .node: Interpreter.node
            case .awk: Interpreter.awk
            case .simple: Interpreter.simple
            case .opaque: Interpreter.opaque
            }
    }

    private static let shell = Interpreter(
        isShell: true,
        letters: Letters(text: ["c"], input: ["s"], nextValue: ["o", "O"]),
        longValues: ["rcfile", "init-file", "emulate", "init-command"],
        longTexts: ["command"],
        longAfterOneDash: [
            "debugger", "dump-po-strings", "dump-strings", "help", "init-file", "login", "noediting", "noprofile",
            "norc", "posix", "pretty-print", "rcfile", "restricted", "verbose", "version",
        ])

    private static let python = Interpreter(
        letters: Letters(text: ["c"], other: ["m"], value: ["W", "X", "Q"]), longValues: ["check-hash-based-pycs"])

    private static let perl = Interpreter(
        letters: Letters(
            text: ["e", "E"], other: ["S"], value: ["I"],
            attachedValue: ["C", "D", "F", "M", "V", "d", "i", "m", "x"]))

    private static let ruby = Interpreter(
        letters: Letters(
            text: ["e"], other: ["C", "S", "X"], value: ["E", "I", "r"],
            attachedValue: ["F", "K", "T", "W", "i", "x"]),
        longValues: [
            "encoding", "external-encoding", "internal-encoding", "disable", "enable", "dump", "backtrace-limit",
        ])

    private static let node = Interpreter(
        letters: Letters(text: ["e", "p"], input: ["i"], value: ["r", "C"]),
        longValues: [
            "conditions", "env-file", "experimental-loader", "icu-data-dir", "import", "input-type", "inspect-port",
            "loader", "openssl-config", "redirect-warnings", "require", "stack-trace-limit", "title",
            "trace-event-categories",
        ],
        longTexts: ["eval", "print", "run", "test"])

    /// Any option but `-f` may mean anything.
    private static let simple = Interpreter(letters: Letters(file: ["f"]), isStrict: true)

    /// The first word is the program itself, unless `-f` names its file.
    private static let awk = Interpreter(letters: Letters(file: ["f"]), takesFile: false, isStrict: true)

    private static let opaque = Interpreter(takesFile: false, isStrict: true)
}
