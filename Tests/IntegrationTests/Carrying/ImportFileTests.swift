import Glibc
import TestRig
import Testing

@Suite("acctstore import, what may be a file")
struct ImportFileTests {
    private static let alice = TestService.Known.alice

    @Test("what is no file of this user, or not there, is refused; a link is named, and not wiped")
    func kinds() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            let home = rig.folder.path("home")
            for (tool, places) in [
                ("twurl", "there is no \(home)/.twurlrc"), ("t", "there is neither \(home)/.xrc nor \(home)/.trc"),
                ("xurl", "there is neither \(home)/.xurl/auth.yml nor \(home)/.xurl"),
                ("toot", "/toot/config.json"), ("rainbowstream", "there is no \(home)/.rainbow_oauth"),
            ] {
                let missing = try await terminal.run("acctstore import \(tool)")
                expectFailure(missing, 74, places)
                #expect(missing.nextSteps == ["acctstore import \(tool) FILE"])
            }
            try await terminal.mustRun("ln -s gone ~/.trc")
            expectFailure(
                try await terminal.run("acctstore import t"), 74, "/.trc is a link to gone, which is not there")
            for command in ["export ''", "import bundle ''", "import twurl ''", "request GET / --body ''"] {
                expectFailure(
                    try await terminal.run("acctstore \(command)"), 64, "the value '' is invalid", "the name of a file")
            }
            expectFailure(try await terminal.run("acctstore import bundle /etc/passwd"), 74, "belongs to another user")
            let pipe = rig.folder.path("home/pipe")
            try await terminal.mustRun("mkfifo \(pipe)")
            expectFailure(try await terminal.run("acctstore import twurl \(pipe)"), 74, "is no file")
            expectFailure(try await terminal.run("acctstore import twurl /dev/null"), 74, "is no file")

            let real = try rig.folder.write(ForeignText.profiles([Self.alice]), to: "home/real", mode: 0o666)
            try await terminal.mustRun("ln -s real ~/.twurlrc")
            let linked = try await terminal.run("acctstore import twurl --service local --yes --wipe")
            #expect(linked.status == 74 && linked.out == "1\n")
            #expect(linked.err.contains("is a link; what is read is \(real)"))
            #expect(linked.err.contains("can be read by other users"))
            #expect(linked.err.contains("can be written by other users, who may have put tokens of theirs into it"))
            #expect(linked.err.contains("was not wiped: it is a link to \(real)"))
            #expect(rig.folder.read("home/real") != nil)
        }
    }

    @Test("empty files, long ones and garbage are told apart, with the line, and nothing is stored")
    func damaged() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            for (text, words) in [
                ("", "is empty"), (String(repeating: "#", count: 1 << 20) + "xyz", "is longer than 1048576 bytes"),
                ("profiles:\n  - [\n", "line 3: is no YAML"), ("profiles: &a {}\n", "line 1: has an anchor"),
                ("\u{1}\u{2}", "is no YAML"),
            ] {
                try rig.folder.write(text, to: "home/.twurlrc")
                expectFailure(try await terminal.run("acctstore import twurl --yes"), 65, words)
            }
            try rig.folder.write("profiles: {}\nbearer_tokens:\n  k: AAAA\n", to: "home/.twurlrc")
            expectFailure(try await terminal.run("acctstore import twurl --yes"), 65, "nothing in", "can be taken over")
            try rig.folder.write("profiles: {}\n", to: "home/.twurlrc")
            let nothing = try await terminal.run("acctstore import twurl --yes --wipe")
            expectFailure(nothing, 74, "was not wiped: nothing in it was taken over")
            #expect(try await rig.keepsNothing)
        }
    }

    @Test("a file of another program than was named, or a bundle, is told as that, with the command that imports it")
    func mistaken() async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([Self.alice]), to: "home/a b")
            try rig.folder.write("pass\n", to: "pass")
            let terminal = try await rig.terminal(with: Self.alice)
            try await terminal.mustRun("acctstore --passphrase-fd 3 export b 3<pass")
            for (command, status, words, steps) in [
                ("bundle 'a b'", 74, "is what twurl writes, or what t writes", ["twurl 'a b'", "t 'a b'"]),
                (
                    "xurl 'a b' --service local", 65, "what twurl",
                    ["twurl 'a b' --service local", "t 'a b' --service local"]
                ),
                ("twurl b --service local", 65, "is a bundle", ["bundle b"]),
                ("toot b", 65, "is a bundle", ["bundle b"]),
            ] as [(String, Int32, String, [String])] {
                let refused = try await terminal.run(
                    "cd ~ && cp -n \(rig.folder.path("b")) . ; acctstore import \(command)")
                expectFailure(refused, status, words)
                #expect(refused.nextSteps == steps.map { "acctstore import \($0)" }, "\(refused.nextSteps)")
            }
        }
    }

    @Test("a file that was changed while the person thought about it is not wiped")
    func changed() async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([Self.alice]), to: "home/.twurlrc")
            let terminal = try await rig.terminal()
            let importing = try await terminal.beginImport("twurl --service local")
            try await terminal.waitFor("Overwrite and remove")
            let newer = ForeignText.profiles([Self.alice, TestService.Known.bob])
            try rig.folder.write(newer, to: "home/.twurlrc")
            try terminal.type("yes\n")
            let ended = try await importing.finish()
            #expect(ended.status == 74 && ended.out == "1\n")
            #expect(ended.err.contains("was changed meanwhile and was not wiped"))
            #expect(rig.folder.read("home/.twurlrc") == newer)
        }
    }

    @Test("the front end has no secret of the file in its memory", .enabled(if: ProcessMemory.isReadable))
    func frontEnd() async throws {
        try await withRig { rig in
            let secret = KeptAccount().tokenSecret
            let text = ForeignText.profiles([Self.alice]).replacing(Self.alice.tokenSecret, with: secret)
            try rig.folder.write(text, to: "home/.twurlrc")
            let terminal = try await rig.terminal()
            let importing = try await terminal.begin("acctstore import twurl --service local")
            try await terminal.waitFor("Store these? yes, no: ")
            let group = try #require(terminal.foregroundGroup)
            let memory = ProcessMemory(of: group)
            #expect(try memory.count(of: "Store these") > 0)
            #expect(try memory.count(of: secret) == 0)
            #expect(try await KeptAccount.memory(of: rig).count(of: secret) > 0)
            try terminal.type("no\n")
            _ = try await importing.finish()
            #expect(try await KeptAccount.memory(of: rig).count(of: secret) == 0)
        }
    }

    @Test("a vault does not close for want of use while what is piped is on its way")
    func slowPipe() async throws {
        let service = try await TestService.start()
        await service.stop()
        try await withRig(VaultOnMachine.options("[agent]\nforget-after=1s\n")) { rig in
            try rig.folder.describe("local", service.description())
            try rig.folder.write(ForeignText.profiles([Self.alice]), to: "rc")
            try rig.folder.write("of the vault\n", to: "passphrase")
            let terminal = try await rig.terminal()
            let ended = try await terminal.run(
                "(sleep 3; cat rc) | acctstore --passphrase-fd 3 import twurl - --service local --yes 3<passphrase")
            expectSuccess(ended, prints: "1\n")
        }
    }

    @Test("a program is asked about before it may import, and a sandboxed one may not")
    func persons() async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([Self.alice]), to: "home/.twurlrc")
            let ended = try await rig.program([rig.acctstorePath, "import", "twurl", "--yes"]).run()
            expectFailure(ended, 77, "import")
            let exported = try await rig.program([rig.acctstorePath, "export", rig.folder.path("out")]).run()
            expectFailure(exported, 77, "export")
        }
    }
}
