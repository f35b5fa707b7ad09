import TestRig
import Testing

/// Programs that use nothing but D-Bus.
@Suite("Examples: plain D-Bus")
struct PlainBusTests {
    @Test("Python asks, lists, has a request signed, and sends it itself")
    func pythonSigns() async throws {
        try await withRig { rig in
            let machine = try await ExampleMachine(rig, people: [TestService.Known.alice, TestService.Known.bob])
            let program = try machine.install("dbus-python/whoami.py")
            // Two accounts and no default: the program has to be granted one of them.
            try await machine.grant("dbus-python/whoami.py")
            try await machine.terminal.mustRun("acctstore set 1 --default")
            let ended = try await rig.alone(program)
            expectSuccess(ended)
            #expect(ended.out.hasPrefix("1  @alice  "), "\(ended.out)")
            #expect(!ended.out.contains("@bob"))
            let sent = try #require(try await rig.server.log().last { $0.path == "/2/users/me" })
            #expect(sent.verdict?.valid == true && sent.query == "user.fields=name")
            #expect(sent.header("User-Agent")?.hasPrefix("Python-urllib") == true)
        }
    }

    @Test("Python has a post sent: body and answer go through descriptors")
    func pythonPerforms() async throws {
        try await withRig { rig in
            let machine = try await ExampleMachine(rig)
            let program = try machine.install("dbus-python/post.py")
            try await machine.grant("dbus-python/post.py")
            let ended = try await rig.program([program], input: .text("Grüße aus Python\n")).run()
            expectSuccess(ended)
            let posts = try await rig.server.posts()
            #expect(posts.map(\.text) == ["Grüße aus Python"])
            #expect(ended.out == "\(posts[0].id)\n")
        }
    }

    @Test("C with GIO alone has a post sent; what the service refuses is printed and is a failure")
    func cPerforms() async throws {
        try await withRig { rig in
            let machine = try await ExampleMachine(rig)
            let program = try await machine.compile("dbus-c/post.c", as: "post", with: "gio-unix-2.0")
            try await machine.grant("dbus-c/post.c")
            expectSuccess(try await rig.program([program, #"{"text": "Grüße aus C"}"#]).run())
            #expect(try await machine.posts() == ["Grüße aus C"])

            let refused = try await rig.program([program, #"{"text": ""}"#]).run()
            #expect(refused.status == 1 && refused.err == "" && refused.out.contains("\"title\""), "\(refused.out)")
            #expect(try await machine.posts() == ["Grüße aus C"])
        }
    }

    @Test(
        "without a grant and with nobody to ask, each says so with the line that grants it, and nothing is sent",
        arguments: ["dbus-python/whoami.py", "dbus-python/post.py", "dbus-c/post.c"])
    func notGranted(example: String) async throws {
        try await withRig { rig in
            let machine = try await ExampleMachine(rig)
            let program =
                example.hasSuffix(".c")
                ? try await machine.compile(example, as: "post", with: "gio-unix-2.0")
                : try machine.install(example)
            let before = try await rig.server.log().count
            let ended = try await rig.program([program, "{}"], input: .text("Hello")).run()
            #expect(ended.status == 1 && ended.out == "")
            let lines = ended.err.split(separator: "\n")
            #expect(lines.count == 2 && lines[0].hasPrefix("error: "), "\(ended.err)")
            #expect(try await rig.server.log().count == before)
            // The second line is a command that helps.
            let command = try #require(lines.last)
            #expect(command.hasPrefix("acctstore grant \(program) 1"), "\(command)")
            try await machine.terminal.mustRun(String(command))
            _ = try await rig.program([program, #"{"text": "Hello"}"#], input: .text("Hello")).run()
            #expect(try await rig.server.log().count > before)
        }
    }

    @Test("a keyring that is locked is told as it is, and nothing is sent")
    func locked() async throws {
        try await withRig { rig in
            let machine = try await ExampleMachine(rig)
            let program = try machine.install("dbus-python/post.py")
            try await machine.grant("dbus-python/post.py")
            try await rig.gnomeKeyring.lock()
            let ended = try await rig.program([program], input: .text("Hello")).run()
            #expect(ended.status == 1 && ended.err.contains("locked"), "\(ended.err)")
            #expect(try await machine.posts() == [])
        }
    }
}
