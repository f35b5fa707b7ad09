import TestRig
import Testing

/// What the README tells a newcomer to type, typed line by line: it works, in that order, on a machine that has nothing.
@Suite("The README")
struct ReadmeTests {
    @Test("its first five minutes, typed as they stand by a person with two accounts")
    func firstMinutes() async throws {
        let lines = try Readme.commands(in: "## The first five minutes")
        for word in [
            "app set", "add", "list", "status", "timeline", "post", "view", "unpost", "request", "grant", "sign",
        ] {
            #expect(lines.contains { $0.hasPrefix("acctstore \(word)") }, "nothing shows `acctstore \(word)`")
        }
        try await withRig { rig in
            let terminal = try await rig.terminalOfNewcomer()
            var post = ""
            for line in lines {
                let ended = try await terminal.runAnswering(try await rig.adapted(line, post: post))
                #expect(ended.status == 0, "\(line): \(ended.err)")
                if line.hasPrefix("acctstore post ") { post = ended.out.trimmed }
            }
            expectSuccess(
                try await terminal.run("acctstore list"),
                prints: "1  @alice  twitter  (default)\n2  @alice_work  twitter\n")
            let posts = try await rig.server.posts().filter { $0.user != "linux_fan" }
            #expect(posts.map(\.user) == ["alice", "alice_work", "alice_work"], "\(posts)")
            #expect(posts.map(\.deleted) == [false, false, true], "\(posts)")
            #expect(try await rig.server.log().allSatisfy { $0.verdict?.valid != false })
        }
    }

    @Test("its service of one's own: the description is taken, and so are the commands below it")
    func ownService() async throws {
        let section = "### A service of your own"
        let description = try Readme.block(in: section).joined(separator: "\n")
        try await withRig { rig in
            let text = description.replacing("https://social.example.org/", with: try rig.server.base)
            #expect(text != description)
            try rig.folder.write(text + "\n", to: "home/.config/acctstore/services/local.conf")
            let terminal = try await rig.terminalOfNewcomer(describesTwitter: false)
            for line in ["acctstore app set local --key CONSUMER_KEY", "acctstore add local"] {
                #expect(try Readme.section(section).contains { $0.contains("`\(line)`") }, "\(line)")
                expectSuccess(try await terminal.runAnswering(try await rig.adapted(line)))
            }
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }

    @Test("what it shows to other programs: the command lines work, and so does the Python")
    func otherPrograms() async throws {
        let lines = try Readme.block(in: "## For other programs")
        // `exec` and `token` have tests of their own.
        let commands = lines.filter { $0.hasPrefix("acctstore sign ") || $0.hasPrefix("acctstore request ") }
        #expect(commands.count == 2)
        try await withRig { rig in
            let machine = try await ExampleMachine(rig, people: [TestService.Known.alice, TestService.Known.aliceWork])
            for command in commands {
                let ended = try await machine.terminal.run(
                    "set -o pipefail; " + command.replacing("https://api.x.com/", with: try rig.server.base))
                expectSuccess(ended)
                #expect(ended.out.contains(#""username": "alice_work""#), "\(ended.out)")
            }
            // From the first line of Python to the call that the block ends with.
            let start = try #require(lines.firstIndex { $0.hasPrefix("agent = ") })
            let end = try #require(lines.firstIndex { $0.hasPrefix("url, headers, body = ") })
            let code = lines[start...end].joined(separator: "\n")
            let script = try rig.script(
                "look",
                "#!/usr/bin/python3\nimport dbus\n\(code)\nprint(url)\n".replacing(
                    "https://api.x.com/", with: try rig.server.base))
            try await machine.terminal.mustRun("acctstore grant ~/bin/look 2 --read")
            expectSuccess(try await rig.alone(script), prints: "\(try rig.server.base)2/users/me\n")
        }
    }
}

/// The README, by its sections.
private enum Readme {
    struct Missing: Error { let heading: String }

    /// The lines below a heading, up to the next heading.
    static func section(_ heading: String) throws -> ArraySlice<Substring> {
        let lines = try PackageFiles.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: Substring(heading)) else { throw Missing(heading: heading) }
        return lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
    }

    /// The indented lines of a section, without their indent.
    static func block(in heading: String) throws -> [String] {
        try section(heading).filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    }

    /// The command lines of a section, without their comments.
    static func commands(in heading: String) throws -> [String] {
        try block(in: heading).map { String($0[..<($0.firstRange(of: "  #")?.lowerBound ?? $0.endIndex)]).trimmed }
    }
}

extension String {
    fileprivate var trimmed: String {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else {
            return ""
        }
        return String(self[start...end])
    }
}

extension Rig {
    /// A command of the README with what the reader has in place of what stands for it.
    fileprivate func adapted(_ line: String, post: String = "") async throws -> String {
        let free = [
            "/usr/bin/python3", "-c", "import socket; print(socket.create_server(('127.0.0.1', 0)).getsockname()[1])",
        ]
        let port = try await program(free).run().out.trimmed
        return line.replacing("https://api.x.com/", with: try server.base).replacing(" ID", with: " \(post)")
            .replacing("CONSUMER_KEY", with: TestService.Known.consumerKey).replacing(":8765/", with: ":\(port)/")
    }

    /// A terminal of somebody who has installed acctstore and registered an app at the service, `twitter` here, and no
    /// more; and who has written a program.
    fileprivate func terminalOfNewcomer(describesTwitter: Bool = true) async throws -> TestRig.Terminal {
        let service = try server
        if describesTwitter {
            var description = service.description(.twitter2)
            description.givesAppTokens = true
            try folder.describe("twitter", description)
            // One address belongs to one service.
            folder.forget("home/.config/acctstore/services/local.conf")
        }
        _ = try script("nightly", "#!/bin/sh\nexec acctstore post -a 2 done\n")
        try await service.seed([SeededPost("linux is here", by: "linux_fan")])
        let browser = try script("browser", Self.browser)
        let terminal = try await terminal()
        try await terminal.mustRun("set -o pipefail; export BROWSER=\(browser)")
        return terminal
    }

    /// Signs in as alice, the next time as alice_work, allows it and goes where it is sent.
    private static var browser: String {
        let (first, second) = (TestService.Known.alice, TestService.Known.aliceWork)
        return """
            #!/bin/sh
            token=${1##*oauth_token=}
            set -- "$1" '\(first.name)' '\(first.password)'
            [ ! -e "$HOME/page" ] || set -- "$1" '\(second.name)' '\(second.password)'
            curl -s -L -o "$HOME/page" -d "oauth_token=${token%%&*}" -d allow=1 --data-urlencode "username=$2" \\
              --data-urlencode "password=$3" "${1%%\\?*}"

            """
    }
}

extension TestRig.Terminal {
    /// Runs a command and answers what it asks.
    fileprivate func runAnswering(_ command: String) async throws -> CommandResult {
        let seen = screen.utf8.count
        let typed = try await begin(command)
        let answers = Task { try await answerQuestions(after: seen) }
        defer { answers.cancel() }
        return try await typed.finish()
    }

    /// Answers what is asked behind so many bytes of the screen, until it is cancelled.
    private func answerQuestions(after seen: Int) async throws {
        var seen = seen
        while true {
            let new = String(decoding: screen.utf8.dropFirst(seen), as: UTF8.self)
            let question = new.split(whereSeparator: \.isNewline).last ?? ""
            let answer: String? =
                if question.hasPrefix("Consumer secret"), question.hasSuffix(": ") {
                    TestService.Known.consumerSecret
                } else if question.hasSuffix("yes, no: ") { "yes" } else { nil }
            if let answer {
                seen += new.utf8.count
                try type(answer + "\n")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
