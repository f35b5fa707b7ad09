import CommandLineKit
import TestRig
import Testing

/// The scripts in the shells that they are for.
@Suite("Completion scripts")
struct CompletionScriptTests {
    /// Names that a shell would evaluate, cut or take for an option.
    private static let hostile = [
        "plain", "two words", "co:lon", "@at", "a=b", "it's", #"say"so"#, "$HOME", "$(touch evil)", "`touch evil`",
        #"back\slash"#, "semi;touch evil", "a&b|c", "star*", "{a,b}", "#hash", "(paren)", "größe", "<in>",
        "!x",
        "%s", "per%20cent", "[a-z]",
    ]

    @Test("the shells find no fault with them", arguments: CompletionShell.allCases)
    func syntax(shell: CompletionShell) async throws {
        try await withFolder { folder in
            let file = try folder.write(shell.script(for: "depot", asking: "complete"), to: "script")
            let outcome = try await Program([shell.rawValue, "-n", file], environment: Self.environment).run()
            #expect(outcome.status == 0)
            #expect(outcome.err == "")
        }
    }

    @Test("every name arrives whole and nothing of it is evaluated", arguments: EditingShell.allCases)
    func hostileNames(shell: EditingShell) async throws {
        try await withFolder { folder in
            for name in Self.hostile {
                try answer("none\n\(name)\tan \\explanation $(touch evil) %s\n", in: folder)
                let arguments = try await press(shell, "depot post -a ", in: folder)
                #expect(arguments == ["post", "-a", name], "\(shell.rawValue)")
                #expect(folder.read("asked") == "complete\n--\npost\n-a\n\n", "\(shell.rawValue): \(name)")
            }
            #expect(folder.read("evil") == nil)
        }
    }

    @Test("a name that begins with a tilde means nobody's home", arguments: EditingShell.allCases)
    func tilde(shell: EditingShell) async throws {
        try await withFolder { folder in
            try answer("none\n~root\t\n", in: folder)
            // fish would have no way to quote it.
            let offered = shell == .fish ? [] : ["~root"]
            #expect(try await press(shell, "depot post -a ", in: folder) == ["post", "-a"] + offered)
        }
    }

    @Test(
        "a word that was begun is completed, in quotes or behind what a shell cuts at", arguments: EditingShell.allCases
    )
    func begun(shell: EditingShell) async throws {
        let lines = [
            ("depot post -a pl", "plain", "pl"), ("depot post -a co:l", "co:lon", "co:l"),
            ("depot post -a @a", "@at", "@a"), ("depot post --account=pl", "--account=plain", "--account=pl"),
            ("depot post --account=co:l", "--account=co:lon", "--account=co:l"),
            (#"depot post -a two\ w"#, "two words", "two w"), ("depot post -a 'two w", "two words", "two w"),
            (#"depot post -a "two w"#, "two words", "two w"), ("depot post -a '$(touch", "$(touch evil)", "$(touch"),
        ]
        try await withFolder { folder in
            for (line, word, typed) in lines {
                try answer("none\n\(word)\t\n", in: folder)
                let arguments = try await press(shell, line, in: folder)
                #expect(arguments.last == word, "\(shell.rawValue): \(line)")
                #expect(folder.read("asked")?.hasSuffix("\n\(typed)\n") == true, "\(shell.rawValue): \(line)")
            }
            #expect(folder.read("evil") == nil)
        }
    }

    @Test(
        "what was typed before reaches the tool without its quotes, and is not evaluated",
        arguments: EditingShell.allCases)
    func earlierWords(shell: EditingShell) async throws {
        try await withFolder { folder in
            try answer("none\nplain\t\n", in: folder)
            _ = try await press(shell, #"depot post 'a $(touch evil) b' c\ d "e f" "#, in: folder)
            #expect(folder.read("asked") == "complete\n--\npost\na $(touch evil) b\nc d\ne f\n\n")
            #expect(folder.read("evil") == nil)
        }
    }

    @Test("files and programs are the shell's own to offer", arguments: EditingShell.allCases)
    func files(shell: EditingShell) async throws {
        try await withFolder { folder in
            try folder.write("", to: "some file")
            try answer("files\n", in: folder)
            #expect(try await press(shell, "depot post --body ./so", in: folder) == ["post", "--body", "./some file"])
            #expect(try await press(shell, "depot post --body=./so", in: folder) == ["post", "--body=./some file"])
            try answer("commands\n", in: folder)
            try folder.write("", to: "bin/unheard-of", mode: 0o755)
            #expect(try await press(shell, "depot run unheard", in: folder) == ["run", "unheard-of"])
            #expect(try await press(shell, "depot run bin/unh", in: folder) == ["run", "bin/unheard-of"])
        }
    }

    @Test(
        "a tool that knows nothing, or is not there, changes nothing and says nothing", arguments: EditingShell.allCases
    )
    func nothing(shell: EditingShell) async throws {
        try await withFolder { folder in
            #expect(try await press(shell, "depot post -a x", in: folder) == ["post", "-a", "x"])
            try answer("none\n", in: folder)
            #expect(try await press(shell, "depot post -a x", in: folder) == ["post", "-a", "x"])
        }
    }

    private static let environment = ["PATH": "/usr/bin:/bin"]

    private func withFolder(_ body: (TemporaryFolder) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await body(folder)
    }

    /// Makes a `depot` that notes what it is asked and answers so.
    private func answer(_ text: String, in folder: TemporaryFolder) throws {
        try folder.write(text, to: "answer")
        let program = """
            #!/bin/sh
            printf '%s\\n' "$@" >'\(folder.path("asked"))'
            cat '\(folder.path("answer"))'

            """
        try folder.write(program, to: "bin/depot", mode: 0o755)
    }

    private func press(_ shell: EditingShell, _ line: String, in folder: TemporaryFolder) async throws -> [String] {
        let script = CompletionShell(rawValue: shell.rawValue)?.script(for: "depot", asking: "complete")
        return try await shell.arguments(
            tabAfter: line, of: "depot", completedBy: try #require(script), in: folder,
            environment: ["PATH": folder.path("bin") + ":/usr/bin:/bin", "HOME": folder.path])
    }
}
