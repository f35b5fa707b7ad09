import AcctstoreCLI
import CommandLineKit
import TestRig
import Testing

/// The examples of help and manual, typed as they stand: what is shown to people works.
@Suite("Examples")
struct ExampleTests {
    @Test("every example does what it should", arguments: CommandPath(root: Tool.command).examples)
    func works(commandLine: String) async throws {
        if commandLine.contains("--host") || commandLine.contains("--visibility") {
            return try await worksAtMastodon(commandLine)
        }
        try await withRig { rig in
            // Account 2 is bob's, and a log-in to it is another person's to no avail.
            let visitor = commandLine.contains("login 2") ? TestService.Known.bob : TestService.Known.aliceWork
            let terminal = try await rig.terminalOfExamples(tokensOf: visitor)
            if commandLine.contains("import bundle") {
                try rig.folder.write("a long phrase\n", to: "phrase")
                try await terminal.mustRun("acctstore --passphrase-fd 3 export accounts.bundle 3<phrase")
            }
            let line = commandLine.replacing("https://api.x.com/", with: try rig.server.base)
            try await type(line, at: terminal) { screen in try await rig.answer(to: screen, as: visitor) }
        }
    }

    private func worksAtMastodon(_ line: String) async throws {
        let service = "mastodon/social.example"
        try await MastodonMachine.withServer { server, rig in
            try rig.describe(server, as: service)
            let terminal = try await rig.terminal()
            if !line.contains("--host") {
                for name in ["alice", "bob"] {
                    let tokens = try rig.folder.write(server.tokenLine(of: name), to: "input/\(name)")
                    try await terminal.mustRun("acctstore add \(service) --token-stdin <\(tokens)")
                }
            }
            try await type(line, at: terminal) { screen in try await rig.answerAtMastodon(to: screen) }
        }
    }

    /// Types a command line, and answers whatever is asked.
    private func type(
        _ line: String, at terminal: TestRig.Terminal, _ answer: @escaping @Sendable (String) async throws -> String?
    ) async throws {
        let person = ExamplePerson(terminal: terminal, seen: terminal.screen.count, answer: answer)
        let typed = try await terminal.begin(line)
        let answers = Task { try await person.answerAll() }
        defer { answers.cancel() }
        let ended = try await typed.finish()
        #expect(ended.status == 0, "\(ended.err)")
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
        var description = service.description(.twitter2)
        description.givesAppTokens = true
        try folder.describe("twitter", description)
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
        try folder.write(ForeignText.profiles([visitor]), to: "home/.twurlrc")
        return terminal
    }
}

/// Who sits at the terminal and answers whatever is asked.
private struct ExamplePerson {
    let terminal: TestRig.Terminal
    /// How much was on the screen before the command.
    let seen: Int
    /// What to type, by what is new on the screen; `nil` where nothing is asked.
    let answer: @Sendable (String) async throws -> String?

    /// Goes on until it is cancelled.
    func answerAll() async throws {
        var seen = seen
        while true {
            let new = String(terminal.screen.dropFirst(seen))
            if let answer = try await answer(new) {
                seen += new.count
                try terminal.type(answer + "\n")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

}

/// The last thing that is asked, without its answer.
private func question(on screen: String) -> Substring {
    screen.split(whereSeparator: \.isNewline).last { $0.hasSuffix(": ") } ?? ""
}

extension Rig {
    /// - Parameter visitor: who allows the access at the service.
    fileprivate func answer(to screen: String, as visitor: TestService.Person) async throws -> String? {
        let question = question(on: screen)
        if question.hasPrefix("Password") { return TestService.Known.alice.password }
        if question.hasPrefix("Passphrase of the bundle") { return "a long phrase" }
        if question.hasPrefix("New passphrase") || question.hasPrefix("The same again") { return "a long phrase" }
        if question.hasPrefix("Consumer secret") { return TestService.Known.consumerSecret }
        if question.contains("yes, no") { return "yes" }
        if question.contains("once, no") { return "once" }
        guard question.hasPrefix("PIN"), let start = screen.firstRange(of: "oauth_token=")?.upperBound else {
            return nil
        }
        let token = screen[start...].prefix { !$0.isWhitespace && $0 != "&" }
        return try await server.authorize(String(token), as: visitor)
    }

    fileprivate func answerAtMastodon(to screen: String) async throws -> String? {
        let question = question(on: screen)
        if question.contains("yes, no") { return "yes" }
        guard question.hasPrefix("Authorization code"),
            let address = screen.split(whereSeparator: \.isWhitespace).first(where: { $0.contains("/oauth/authorize?") }
            )
        else { return nil }
        return MastodonServer.code(on: try await allow(String(address), as: "alice"))
    }
}
