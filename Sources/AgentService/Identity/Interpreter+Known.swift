extension Interpreter {
    /// The interpreter that a file's name stands for, its version left off (`python3.11`, `perl5.36.0`); `nil` for
    /// another program.
    init?(fileName: String) {
        if fileName.hasPrefix("ld-") || fileName == "ld.so" {
            // The dynamic loader run by hand: any binary at all.
            self = .opaque
            return
        }
        let family = fileName.hasSuffix("-dbg") ? fileName.dropLast(4) : fileName[...]
        let bare = String(family.reversed().drop { $0.isNumber || $0 == "." || $0 == "-" }.reversed())
        guard let known = Interpreter.families[bare] else { return nil }
        self = known
    }

    private static let families: [String: Interpreter] = {
        var all: [String: Interpreter] = ["python": .python, "pypy": .python, "perl": .perl, "ruby": .ruby]
        for name in ["sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "lksh", "yash", "csh", "tcsh", "fish"]
        {
            all[name] = .shell
        }
        for name in ["node", "nodejs"] { all[name] = .node }
        for name in ["expect", "wish", "tclsh", "lua", "luajit", "php", "guile", "Rscript", "julia", "sbcl"] {
            all[name] = .simple
        }
        for name in ["awk", "gawk", "mawk", "nawk"] { all[name] = .awk }
        for name in ["java", "mono", "mono-sgen", "dotnet", "deno", "bun", "wine", "wine64", "R", "pwsh"] {
            all[name] = .opaque
        }
        return all
    }()

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

    /// `NAME FILE`, or `NAME -f FILE`; any other option may mean anything.
    private static let simple = Interpreter(letters: Letters(file: ["f"]), isStrict: true)

    /// The first word is the program itself, unless `-f` names its file.
    private static let awk = Interpreter(letters: Letters(file: ["f"]), takesFile: false, isStrict: true)

    /// Programs of others in a form that a path on the command line does not settle.
    private static let opaque = Interpreter(takesFile: false, isStrict: true)
}
