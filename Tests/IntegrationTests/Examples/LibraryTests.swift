import TestRig
import Testing

/// Programs with libacctstore, as `make install` puts it.
@Suite("Examples: the library")
struct LibraryTests {
    @Test("C has a post sent; without a grant it says so, with the line that grants it")
    func cPerforms() async throws {
        try await withRig { rig in
            let machine = try await ExampleMachine(rig)
            let library = try await InstalledLibrary(in: rig.folder)
            let program = try await machine.compile(
                "libacctstore/post.c", as: "post", with: "acctstore",
                packages: library.packages, libraries: library.tree + "/usr/lib")
            let refused = try await rig.program([program, "{}"]).run()
            #expect(refused.status == 1 && refused.out == "")
            let step = try #require(refused.nextSteps.first, "\(refused.err)")
            #expect(refused.errorLine != nil && step.hasPrefix("acctstore grant \(program) 1"), "\(refused.err)")

            try await machine.grant("libacctstore/post.c")
            let posted = try await rig.program([program, #"{"text": "Grüße aus C"}"#]).run()
            expectSuccess(posted)
            #expect(posted.out.contains(#""text": "Grüße aus C""#) && posted.err == "")
            let empty = try await rig.program([program, #"{"text": ""}"#]).run()
            #expect(empty.status == 1 && empty.out.contains("\"title\""), "\(empty.out)")
            #expect(try await machine.posts() == ["Grüße aus C"])
        }
    }

    @Test("Python has a request signed by ctypes and sends it itself; without a grant it says so")
    func pythonSigns() async throws {
        try await withRig { rig in
            let machine = try await ExampleMachine(rig)
            let library = try await InstalledLibrary(in: rig.folder)
            var program = rig.program([try machine.install("libacctstore/whoami.py")])
            program.environment["LD_LIBRARY_PATH"] = library.tree + "/usr/lib"
            let refused = try await program.run()
            #expect(
                refused.status == 1 && refused.err.hasPrefix("error: ") && refused.err.contains("\nacctstore grant "))
            #expect(try await rig.server.log().allSatisfy { $0.header("User-Agent")?.hasPrefix("Python") != true })

            try await machine.grant("libacctstore/whoami.py")
            expectSuccess(try await program.run(), prints: "1  @alice  Alice\n")
            let sent = try #require(try await rig.server.log().last { $0.path == "/2/users/me" })
            #expect(sent.verdict?.valid == true && sent.query == "user.fields=name")
        }
    }
}
