import Glibc
import TestRig
import Testing

/// From the files of other programs to requests that the service accepts.
@Suite("acctstore import")
struct ImportTests {
    private static let (alice, work, bob) = (
        TestService.Known.alice, TestService.Known.aliceWork, TestService.Known.bob
    )
    private static let secrets = [
        TestService.Known.consumerSecret, alice.tokenSecret, work.tokenSecret, alice.token, work.token,
    ]

    @Test("imports that were broken off take no place from others while one of the same shell is stopped")
    func brokenOff() async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([Self.alice]), to: "home/.twurlrc")
            let terminal = try await rig.terminal()
            let command = "acctstore import twurl --service local"
            for (keys, signal) in [("\u{1A}", SIGTSTP)] + Array(repeating: ("\u{3}", SIGINT), count: 6) {
                let importing = try await terminal.begin(command)
                try await terminal.waitFor("Store these? yes, no: ")
                try terminal.type(keys)
                #expect(try await importing.finish().status == 128 + signal)
            }
            expectSuccess(try await terminal.run("\(command) --dry-run"), prints: "")
            #expect(try await terminal.endsStopped())
            #expect(try await rig.keepsNothing)
        }
    }

    @Test(
        "profiles are shown, stored on a yes, post, and the file goes on a second yes",
        arguments: [("twurl", ".twurlrc"), ("t", ".trc"), ("t", ".xrc")])
    func profiles(tool: String, file: String) async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([Self.alice, Self.work]), to: "home/\(file)")
            let terminal = try await rig.terminal()
            let importing = try await terminal.begin("acctstore import \(tool) --service local")
            try await terminal.waitFor("Store these? yes, no: ")
            #expect(importing.err.contains("  app default  local  demo-ck  OAuth 1.0a (line 5): new\n"))
            #expect(importing.err.contains("  account @alice  local  app default (line 5): new\n"))
            #expect(try await rig.keepsNothing)
            try terminal.type("yes\n")
            try await terminal.confirm("Overwrite and remove \(rig.folder.path("home/\(file)"))?")
            let ended = try await importing.finish()
            expectSuccess(ended, prints: "1\n2\n")
            #expect(ended.err.contains("3 things stored and read back\n"))
            #expect(ended.err.contains("copies that a journal, a snapshot or a backup holds are out of reach"))
            for secret in Self.secrets {
                #expect(!ended.err.contains(secret) && !terminal.screen.contains(secret), "\(secret)")
            }
            #expect(rig.folder.read("home/\(file)") == nil)

            expectSuccess(try await terminal.run("acctstore post -a 2 'moved in'"))
            let posted = try #require(try await rig.server.posts().last)
            #expect(posted.text == "moved in" && posted.user == "alice_work")
            let listed = try await terminal.mustRun("acctstore list")
            #expect(listed.hasPrefix("1  @alice  local") && listed.contains("\n2  @alice_work  local"))
        }
    }

    @Test("nothing is stored by --dry-run, by a no, or where nobody can be asked")
    func nothingBeforeYes() async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([Self.alice]), to: "home/.twurlrc")
            let terminal = try await rig.terminal()
            let shown = try await terminal.run("acctstore import twurl --service local --dry-run")
            expectSuccess(shown, prints: "")
            #expect(shown.err.contains("account @alice") && shown.err.contains("nothing was stored"))
            let unasked = try await terminal.run("acctstore --no-prompt import twurl --service local")
            expectFailure(unasked, 64, "nobody can be asked")
            let refusing = try await terminal.begin("acctstore import twurl --service local")
            try await terminal.waitFor("Store these? yes, no: ")
            try terminal.type("no\n")
            expectFailure(try await refusing.finish(), 80, "nothing was stored")
            #expect(try await rig.keepsNothing)
            #expect(try await rig.server.log().isEmpty)
            #expect(rig.folder.read("home/.twurlrc") == ForeignText.profiles([Self.alice]))
        }
    }

    @Test("tokens that the service refuses are not stored and told; the others are, and the file stays")
    func refused() async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([Self.alice, Self.work, Self.bob]), to: "home/.twurlrc")
            try await rig.server.revoke(Self.alice.token)
            let terminal = try await rig.terminal()
            let ended = try await terminal.run("acctstore import twurl --service local --yes --wipe")
            #expect(ended.status == 81 && ended.out == "1\n2\n")
            #expect(ended.err.contains("error: @alice (local): local does not accept the token"))
            #expect(ended.nextSteps == ["acctstore add local --user alice"])
            #expect(ended.err.contains("was not taken over as a whole, and stays as it is"))
            #expect(rig.folder.read("home/.twurlrc") != nil)
            #expect(try await terminal.mustRun("acctstore list").contains("1  @alice_work"))
        }
    }

    @Test("a service that does not answer leaves an account that is asked about later")
    func unreachable() async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([Self.alice]), to: "home/.twurlrc")
            let terminal = try await rig.terminal()
            try await rig.server.add(Fault.answer(503, "later", type: "text/plain"))
            let ended = try await terminal.run("acctstore import twurl --service local --yes")
            expectSuccess(ended, prints: "1\n")
            #expect(ended.err.contains("could not be asked whose account it is"))
            try await rig.server.clearFaults()
            try await terminal.mustRun("acctstore verify 1")
            #expect(try await terminal.mustRun("acctstore list --json").contains(#""user_id":"1001""#))
        }
    }

    @Test("an account that is there keeps its number: again nothing changes, another token only on a yes")
    func replacing() async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([Self.alice]), to: "home/.twurlrc")
            let terminal = try await rig.terminal()
            expectSuccess(try await terminal.run("acctstore import twurl --service local --yes"), prints: "1\n")
            let again = try await terminal.run("acctstore import twurl --service local --yes")
            expectSuccess(again, prints: "1\n")
            #expect(again.err.contains("  account @alice  local  app default (line 5): kept already\n"))
            #expect(again.err.contains("  app default  local  demo-ck  OAuth 1.0a (line 5): kept already\n"))
            #expect(again.err.contains("@alice (1, local) was kept already\n"))
            #expect(again.err.contains("nothing new was stored") && !again.err.contains("stored and read back"))

            let same = try await terminal.run("acctstore import twurl --service local --yes --replace")
            expectSuccess(same, prints: "1\n")
            #expect(same.err.contains("nothing new was stored"), "\(same.err)")
            #expect(same.err.contains("@alice (1, local) was kept already\n"), "\(same.err)")

            let secret = try rig.folder.write(Self.alice.password, to: "input/password")
            try await terminal.mustRun(
                "acctstore add local --xauth --user alice --password-stdin <\(secret)")
            let refused = try await terminal.run("acctstore --no-prompt import twurl --service local --yes")
            expectFailure(refused, 64, "@alice (1, local) is kept already")
            #expect(refused.err.contains(": replaces the tokens of @alice (1, local)\n"))
            let asking = try await terminal.beginImport("twurl --service local")
            try await terminal.confirm("@alice (1, local) is kept already. Replace it?")
            try await terminal.waitFor("Overwrite and remove")
            try terminal.type("no\n")
            expectSuccess(try await asking.finish(), prints: "1\n")
            #expect(rig.folder.read("home/.twurlrc") != nil)
            expectSuccess(try await terminal.run("acctstore post 'with the token of the file'"))
        }
    }

    @Test("rainbowstream's two lines need an app that is kept")
    func rainbowstream() async throws {
        try await withRig { rig in
            try rig.folder.write("\(Self.bob.token)\n\(Self.bob.tokenSecret)\n", to: "home/.rainbow_oauth")
            let terminal = try await rig.terminal()
            let without = try await terminal.run("acctstore import rainbowstream --service local --yes")
            expectFailure(without, 78, "there is no app default of local")
            let secret = try rig.folder.write(TestService.Known.consumerSecret, to: "input/secret")
            try await terminal.mustRun(
                "acctstore app set local --app rainbow --key \(TestService.Known.consumerKey) --secret-stdin <\(secret)"
            )
            let ended = try await terminal.run(
                "acctstore import rainbowstream --service local --app rainbow --yes --wipe")
            expectSuccess(ended, prints: "1\n")
            #expect(rig.folder.read("home/.rainbow_oauth") == nil)
            expectSuccess(try await terminal.run("acctstore post hello"))
            #expect(try await rig.server.posts().last?.user == "bob")
        }
    }

    @Test("standard input is a file too, and is not wiped")
    func standardInput() async throws {
        try await withRig { rig in
            let file = try rig.folder.write(ForeignText.profiles([Self.alice]), to: "input/twurlrc")
            let terminal = try await rig.terminal()
            let ended = try await terminal.run("cat \(file) | acctstore import twurl - --service local --yes --wipe")
            #expect(ended.status == 74 && ended.out == "1\n")
            #expect(ended.err.contains("standard input was not wiped: it came by standard input"))
        }
    }

    @Test("an app of the same key with another secret is kept, and the plan says that accounts of it are further ones")
    func otherSecret() async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([Self.alice]), to: "home/.twurlrc")
            let terminal = try await rig.terminal()
            try await terminal.mustRun("acctstore import twurl --service local --yes")
            let other = ForeignText.profiles([Self.alice]).replacing(TestService.Known.consumerSecret, with: "other")
                .replacing(Self.alice.token, with: Self.work.token)
            try rig.folder.write(other, to: "home/.twurlrc")
            let shown = try await terminal.run("acctstore import twurl --service local --dry-run")
            #expect(shown.err.contains("(line 5): new; a second app beside default, which has another key or secret\n"))
            #expect(
                shown.err.contains(
                    "(line 5): new; a second account beside @alice (1, local), which is of the app default\n"))
        }
    }
}
