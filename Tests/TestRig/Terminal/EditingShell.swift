import Glibc
import Synchronization

/// A shell with its line editor in a pty of its own, to see what it makes of a Tab.
package enum EditingShell: String, Sendable, CaseIterable {
    case bash, zsh, fish

    private static let prompt = "ready> "

    /// Has the shell source a completion script, types a line, then Tab and Return.
    ///
    /// - Parameters:
    ///   - line: begins with `tool`.
    ///   - tool: the program whose words are completed; it is found on the PATH of `environment`. What is run by that
    ///     name at the prompt is a function that notes its arguments.
    /// - Returns: the arguments that the tool was called with.
    package func arguments(
        tabAfter line: String, of tool: String, completedBy script: String, in folder: TemporaryFolder,
        environment: [String: String]
    ) async throws -> [String] {
        let (setUp, note) = ("setup/\(setUpName)", "noted.\(rawValue)")
        let file = try folder.write(self.setUp(tool, notingIn: folder.path(note)) + script, to: setUp)
        folder.forget(note)
        if self == .fish { try keepFromReadingManuals(environment, owner: folder.user) }
        let pty = try PseudoTerminal(owner: folder.user)
        let changes = [
            "TERM": "xterm", "LC_ALL": "C.UTF-8", "ZDOTDIR": folder.path("setup"),
            "XDG_CONFIG_HOME": folder.path("setup"),
        ]
        let spawn = Spawn(
            command: folder.user.launcher + ["/usr/bin/env", "--chdir=\(folder.path)"] + command(file),
            environment: environment.merging(changes) { $1 }, ownSession: true,
            input: .path(pty.slavePath), output: .sameAsInput, errors: .sameAsInput)
        let process = try spawning.withLock { _ throws(RigError) in try spawn.start() }
        try pty.startReading()
        defer {
            kill(process, SIGKILL)
            _ = Ending(reaping: process)
        }
        do {
            try await eventually("a prompt") { pty.screen.firstRange(of: Array(Self.prompt.utf8)) != nil }
            try pty.type(Array("\(line)\t\n".utf8))
            try await eventually("a note of the arguments") { folder.read(note)?.hasSuffix("end\n") ?? false }
        } catch {
            throw RigError("\(rawValue): \(error); the screen: \(String(decoding: pty.screen, as: UTF8.self))")
        }
        return (folder.read(note) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast(2).map(String.init)
    }

    /// A fish that finds no completions made of manual pages has Python make them of all of the machine's, which goes on
    /// for a minute after the shell is gone.
    private func keepFromReadingManuals(_ environment: [String: String], owner: RigUser) throws(RigError) {
        let data = environment["XDG_DATA_HOME"] ?? (environment["HOME"] ?? "") + "/.local/share"
        try Files.makeFolder("\(data)/fish/generated_completions", mode: 0o700, owner: owner)
    }

    /// Where a shell looks for what to do at its start, below the folder that a variable names.
    private var setUpName: String {
        switch self {
        case .bash: "bashrc"
        case .zsh: ".zshrc"
        case .fish: "fish/config.fish"
        }
    }

    /// Without any file of the user's. No shell is told a command by an argument: it would not be a person's any more.
    private func command(_ setUp: String) -> [String] {
        switch self {
        case .bash: ["bash", "--noprofile", "--rcfile", setUp, "-i"]
        case .zsh: ["zsh", "--no-global-rcs", "-i"]
        case .fish: ["fish", "-i"]
        }
    }

    private func setUp(_ tool: String, notingIn note: String) -> String {
        switch self {
        case .bash:
            """
            PS1='\(Self.prompt)'
            \(tool)() { printf '%s\\n' "$@" end >\(note); }

            """
        case .zsh:
            """
            PROMPT='\(Self.prompt)'
            autoload -U compinit && compinit -u -D
            \(tool)() { printf '%s\\n' "$@" end >\(note) }

            """
        case .fish:
            """
            function fish_prompt; printf '\(Self.prompt)'; end
            function \(tool); printf '%s\\n' $argv end >\(note); end

            """
        }
    }
}
