import AcctstoreCLI
import CommandLineKit
import TestRig
import Testing

/// The examples of help and manual, typed as they stand: what is shown to people works.
@Suite("Examples")
struct ExampleTests {
    @Test("every example does what it should", arguments: CommandPath(root: Tool.command).examples)
    func works(commandLine: String) async throws {
        try await withRig { rig in
            // Account 2 is bob's, and a log-in to it is another person's to no avail.
            let visitor = commandLine.contains("login 2") ? TestService.Known.bob : TestService.Known.aliceWork
            let terminal = try await rig.terminalOfExamples(tokensOf: visitor)
            let line = commandLine.replacing("https://api.x.com/", with: try rig.server.base)
            let person = ExamplePerson(
                terminal: terminal, rig: rig, visitor: visitor, seen: terminal.screen.count)
            let typed = try await terminal.begin(line)
            let answers = Task { try await person.answer() }
            defer { answers.cancel() }
            let ended = try await typed.finish()
            #expect(ended.status == 0, "\(ended.err)")
        }
    }
}

extension CommandPath {
    /// The command lines of the examples of this command and of all below it.
    fileprivate var examples: [String] {
        leaf.subcommands.filter { !$0.isHidden }.reduce(leaf.examples.map(\.commandLine)) { lines, child in
            lines + CommandPath(root: child).examples
        }
    }
}

extension Rig {
    /// A terminal of somebody who has what the examples speak of: the app of the service `twitter`, which is the test
    /// service here, accounts 1 and 2, files, programs and a post.
    fileprivate func terminalOfExamples(tokensOf visitor: TestService.Person) async throws -> TestRig.Terminal {
        let service = try server
        try folder.describe("twitter", service.description(.twitter2))
        // One address belongs to one service.
        folder.forget("home/.config/acctstore/services/local.conf")
        try folder.makeFolder("home/.config/fish/completions")
        _ = try script("nightly", "#!/bin/sh\n")
        for (name, text) in [("backup", "true"), ("fortune", "echo 'Fortune favours.'"), ("pass", "echo secret")] {
            try folder.write("#!/bin/sh\n\(text)\n", to: "bin/\(name)", mode: 0o755)
        }
        try folder.write("import os\nos.environ['TWITTER_ACCESS_TOKEN_SECRET']\n", to: "bot.py")
        try folder.write("#!/bin/sh\ntest -n \"$API_KEY$API_TOKEN\"\n", to: "bot", mode: 0o755)
        try await service.seed([
            SeededPost("linux", by: "bob"), SeededPost("A post to look at.", by: "alice", id: "267081518403440641"),
        ])
        let terminal = try await terminal()
        let secret = try folder.write(TestService.Known.consumerSecret, to: "secret")
        try await terminal.mustRun(
            "set -o pipefail; acctstore app set twitter --key \(TestService.Known.consumerKey) --secret-stdin <\(secret)"
        )
        for person in [TestService.Known.alice, TestService.Known.bob] {
            try await terminal.mustRun("acctstore add twitter --token-stdin <\(try tokens(of: person))")
        }
        try await terminal.mustRun("acctstore set 1 --default; acctstore grant ~/bin/nightly 1")
        try folder.write(visitor.tokenLine, to: "tokens")
        return terminal
    }
}

/// Who sits at the terminal and answers whatever is asked.
private struct ExamplePerson {
    let terminal: TestRig.Terminal
    let rig: Rig
    /// Who allows the access at the service.
    let visitor: TestService.Person
    /// How much was on the screen before the command.
    let seen: Int

    /// Goes on until it is cancelled.
    func answer() async throws {
        var seen = seen
        while true {
            let new = String(terminal.screen.dropFirst(seen))
            if let answer = try await answer(to: new) {
                seen += new.count
                try terminal.type(answer + "\n")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private func answer(to screen: String) async throws -> String? {
        let question = screen.split(whereSeparator: \.isNewline).last { $0.hasSuffix(": ") } ?? ""
        if question.hasPrefix("Password") { return TestService.Known.alice.password }
        if question.hasPrefix("New passphrase") || question.hasPrefix("The same again") { return "a long phrase" }
        if question.hasPrefix("Consumer secret") { return TestService.Known.consumerSecret }
        if question.contains("yes, no") { return "yes" }
        if question.contains("once, no") { return "once" }
        guard question.hasPrefix("PIN"), let start = screen.firstRange(of: "oauth_token=")?.upperBound else {
            return nil
        }
        let token = screen[start...].prefix { !$0.isWhitespace && $0 != "&" }
        return try await rig.server.authorize(String(token), as: visitor)
    }
}
