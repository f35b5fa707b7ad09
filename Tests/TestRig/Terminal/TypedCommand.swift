/// What a command that was typed has left in its files.
package struct CommandResult: Sendable, Equatable {
    package let status: Int32
    /// Empty where the command wrote to the screen.
    package let out: String
    package let err: String
}

/// A command that was typed into a ``Terminal`` and may still run.
package struct TypedCommand: Sendable {
    private let command: String
    private let name: String
    private let folder: TemporaryFolder
    private let redirects: Bool
    /// How the terminal looks, for a report of a failure.
    private let view: @Sendable () -> String

    /// - Parameter name: of its files; no other command in the folder has it.
    init(
        _ command: String, name: String, folder: TemporaryFolder, redirects: Bool,
        view: @escaping @Sendable () -> String
    ) {
        self.command = command
        self.name = name
        self.folder = folder
        self.redirects = redirects
        self.view = view
    }

    /// What it wrote to stderr so far.
    package var err: String { text("err") }

    /// Makes the shell write the status of a command to the file `$rc` before its next prompt.
    ///
    /// A list `command; echo $? >rc` would do until the first Ctrl-C, which ends the whole list.
    static let setUp = #"PROMPT_COMMAND='echo $? >"${rc:-/dev/null}"; rc='"#

    var line: String {
        let files = redirects ? " >\(path("out")) 2>\(path("err"))" : ""
        return "rc=\(path("rc")); \(command)\(files)"
    }

    /// Waits until the command has ended.
    package func finish(within limit: Duration = .seconds(90)) async throws -> CommandResult {
        do {
            try await eventually("the end of: \(command)", within: limit) {
                folder.read(name + ".rc")?.hasSuffix("\n") ?? false
            }
        } catch {
            throw RigError("\(error); stdout: \(text("out")); stderr: \(text("err")); \(view())")
        }
        guard let status = Int32(text("rc").dropLast()) else {
            throw RigError("no status of: \(command)")
        }
        return CommandResult(status: status, out: text("out"), err: text("err"))
    }

    private func path(_ ending: String) -> String { folder.path("\(name).\(ending)") }

    private func text(_ ending: String) -> String { folder.read("\(name).\(ending)") ?? "" }
}
