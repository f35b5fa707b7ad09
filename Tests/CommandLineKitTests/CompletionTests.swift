import CommandLineKit
import Testing

@Suite("Completion")
struct CompletionTests {
    @Test("commands are offered with what they do, aliases too, hidden ones not")
    func commands() {
        let offered = complete("")
        #expect(offered.candidates.contains(.init("add", "Log in to an account.")))
        #expect(offered.candidates.contains(.init("new", "Log in to an account.")))
        #expect(words("").contains("help"))
        #expect(!words("").contains("selfcheck"))
        #expect(words("help app ") == ["list", "set", "remove", "help"])
        #expect(words("app help ") == ["list", "set", "remove", "help"])
        #expect(words("help remove ") == [])
    }

    @Test("options are offered where a dash was typed, and where nothing else can follow")
    func options() {
        #expect(words("remove 2 ").starts(with: ["--yes", "-y", "-v", "--verbose"]))
        #expect(words("remove -").contains("--yes"))
        #expect(words("remove --y").contains("--yes"))
        #expect(!words("remove ").contains("--yes"))
        #expect(!words("-").contains("--debug-internals"))
        #expect(words("-").contains("--version"))
        #expect(!words("remove -").contains("--version"))
        #expect(words("app --").contains("--json"))
    }

    @Test("what was given is not offered again, unless it adds a value")
    func given() {
        #expect(!words("remove --yes -").contains("--yes"))
        #expect(!words("remove -y -").contains("--yes"))
        #expect(!words("post -a 2 -").contains("-a"))
        #expect(words("sign -d a=b -").contains("-d"))
        #expect(complete("post -a 2 -a=").source == .none)
    }

    @Test("of options that exclude each other only one is offered")
    func exclusive() {
        #expect(words("add -").contains("--pin"))
        for option in ["--pin", "--xauth", "--token-stdin"] {
            #expect(!words("add --pin -").contains(option))
        }
        #expect(words("add --pin -").contains("--app"))
    }

    @Test(
        "values of options, in the next word and in the same one",
        arguments: [
            ("post -a ", CompletionKind.account, ""), ("post -a=", .account, "-a="), ("post -a2", .account, "-a"),
            ("post -va", .none, ""), ("post -va2", .account, "-va"), ("post --body=x", .file, "--body="),
            ("post --body ", .file, ""), ("app set --app=", .app, "--app="), ("app set --app ", .app, ""),
            ("add --user=", .none, ""), ("post --body -x", .none, ""), ("sign -d -x", .none, ""),
            ("post --body -", .file, ""),
        ])
    func values(line: String, source: CompletionKind, prefix: String) {
        let offered = complete(line)
        #expect(offered.source == source)
        #expect(offered.prefix == prefix)
    }

    @Test("a fixed list of values")
    func lists() {
        #expect(words("--color ") == ["auto", "always", "never"])
        #expect(words("add --color=al") == ["--color=auto", "--color=always", "--color=never"])
        #expect(words("sign ") == ["GET", "POST"])
    }

    @Test(
        "arguments, each at its place",
        arguments: [
            ("add ", CompletionKind.service), ("new ", .service), ("add --pin ", .service), ("add a ", .none),
            ("remove ", .account), ("run ", .file), ("run a b ", .file), ("run a -- ", .commandLine),
            ("run -- a ", .commandLine), ("app set ", .service), ("-v --color=never remove ", .account),
            ("remove -- ", .account), ("add -- a ", .none),
        ])
    func arguments(line: String, source: CompletionKind) {
        #expect(complete(line).source == source)
    }

    @Test("after two dashes nothing is an option", arguments: ["remove -- -", "remove 2 -- ", "run -- -", "-- -"])
    func terminator(line: String) {
        #expect(words(line) == [])
    }

    @Test("after what is not understood nothing is offered", arguments: ["frob ", "add --frob ", "-z -", "help frob "])
    func lost(line: String) {
        #expect(complete(line) == complete("frob "))
        #expect(words(line) == [])
    }

    @Test("an answer holds no line that a shell could take for two, and nothing that steers a terminal")
    func answer() {
        let candidates: [Completion.Candidate] = [
            .init("a b", "c"), .init("a\nb"), .init("a\tb"), .init("\u{1B}[2J"), .init("\u{202E}a"), .init(""),
            .init("x", "y\nz"),
        ]
        #expect(CompletionAnswer(candidates, source: .file).lines == ["files", "a b\tc", "x\t"])
    }

    /// - Parameter line: what stands behind the tool's name; what follows the last blank is being typed.
    private func complete(_ line: String) -> Completion {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map { RawArgument(String($0)) }
        return SampleTool.tool.completion(of: words.last ?? "", after: words.dropLast())
    }

    private func words(_ line: String) -> [String] {
        complete(line).candidates.map(\.word)
    }
}
