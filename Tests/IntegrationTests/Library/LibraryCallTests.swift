import TestRig
import Testing

/// What a program in C gets that was built with `-Wall -Wextra -Werror` by pkg-config against the installed library.
@Suite("A program with the library")
struct LibraryCallTests {
    @Test("without a grant it sees an empty list and gets no signature, though its person added the account")
    func withoutGrant() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig, granted: nil)
            expectSuccess(try await caller.run("list"), prints: "0 accounts\n")
            let refused = try await caller.run("sign", caller.account, "GET", caller.url)
            #expect(refused.status == LibraryCode.accessDenied)
            #expect(refused.out.hasPrefix("error 11 org.acctstore.Error.AccessDenied\n"), "\(refused.out)")
            // The next step names the program by its own path, and works.
            #expect(refused.out.hasSuffix("\nacctstore grant \(caller.path) 1\n"), "\(refused.out)")
            try await caller.terminal.mustRun("acctstore grant \(caller.path) 1")
            expectSuccess(try await caller.run("sign", caller.account, "GET", caller.url))
        }
    }

    @Test("an account has everything that the person knows of it")
    func list() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            let alice = TestService.Known.alice
            let listed = try await caller.run("list", "local")
            let fields = "1 \(caller.account) local default alice \(alice.id)"
            expectSuccess(listed, prints: "1 accounts\n\(fields) - 0 0 0\n")
            try await caller.terminal.mustRun("acctstore set 1 --description 'Überall' --default")
            expectSuccess(try await caller.run("list"), prints: "1 accounts\n\(fields) Überall 1 0 0\n")
            expectSuccess(try await caller.run("list", "twitter"), prints: "0 accounts\n")
        }
    }

    @Test("a signature is one that the service takes, for a query and for a form")
    func sign() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            let read = try await caller.run("sign", caller.account, "GET", caller.url, "count", "2", "q", "a b&ü")
            expectSuccess(read)
            let lines = read.out.split(separator: "\n").map(String.init)
            try #require(lines.count == 3, "\(read.out)")
            #expect(lines[0] == "GET \(caller.url)?count=2&q=a%20b%26%C3%BC" && lines[2] == "0 bytes")
            try await send(lines[0], lines[1], in: rig)

            let update = try rig.server.base + "1.1/statuses/update.json"
            let write = try await caller.run("sign", caller.account, "POST", update, "status", "from C")
            expectSuccess(write)
            let parts = write.out.split(separator: "\n").map(String.init)
            #expect(parts.first == "POST \(update)")
            #expect(parts.contains { $0.hasPrefix("Authorization: OAuth ") })
            #expect(parts.contains { $0.hasPrefix("Content-Type: application/x-www-form-urlencoded") })
            #expect(write.out.hasSuffix("\n15 bytes\nstatus=from%20C"), "\(write.out)")
        }
    }

    private func send(_ request: String, _ header: String, in rig: Rig) async throws {
        let words = request.split(separator: " ").map(String.init)
        let sent = try await rig.program(["curl", "-sS", "-f", "-X", words[0], "-H", header, words[1]]).run()
        #expect(sent.status == 0, "\(sent.err)")
        #expect(try await rig.server.log().last?.verdict?.valid == true)
    }

    @Test("a request is sent with no body, bytes, a file or a pipe, and its answer read from a descriptor")
    func perform() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            let read = try await caller.run("perform", caller.account, "GET", caller.url)
            expectSuccess(read)
            #expect(read.out.hasPrefix("status 200\n") && read.out.hasSuffix("\n\n[]"), "\(read.out)")

            let target = try rig.server.base + "1.1/own"
            let bytes = String(repeating: "0123456789", count: 200_000)
            let file = try rig.folder.write(bytes, to: "body")
            for (body, input) in [("short", Program.Input.none), ("@\(file)", .none), ("-", .text(bytes))] {
                let sent = try await caller.run("perform", caller.account, "POST", target, body, input: input)
                expectSuccess(sent)
                let seen = try #require(try await rig.server.log().last)
                #expect(seen.body == (body == "short" ? body : bytes), "\(body)")
                #expect(seen.header("X-Own") == "yes")
                #expect(seen.header("Authorization")?.hasPrefix("OAuth ") == true)
            }
        }
    }

    @Test("a body that is cut short ends with an error of read(2), not as if it were whole")
    func cutShort() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            var fault = Fault(times: 1)
            fault.make = .long(9 << 20)
            fault.dropBody = 1 << 20
            try await rig.server.add(fault)
            let cut = try await caller.run("perform", caller.account, "GET", caller.url)
            #expect(cut.out.hasSuffix("\nthe body was cut short\n"), "\(cut.out.suffix(200))")
        }
    }

    @Test("what may not be signed is refused with the agent's own code")
    func refusals() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig, granted: "--read")
            let elsewhere = try await caller.run("sign", caller.account, "GET", "https://example.org/x.json")
            #expect(elsewhere.out.hasPrefix("error 4 org.acctstore.Error.URLNotAllowed\n"), "\(elsewhere.out)")
            let write = try await caller.run("--quiet", "sign", caller.account, "POST", caller.url)
            #expect(write.status == LibraryCode.accessDenied, "\(write.out)")
            let unknown = "00000000-0000-4000-8000-000000000000"
            let nobody = try await caller.run("sign", unknown, "GET", caller.url)
            #expect([LibraryCode.noSuchAccount, LibraryCode.accessDenied].contains(nobody.status), "\(nobody.out)")
        }
    }

    @Test("the token is for a program that may have it, in a file that cannot be changed")
    func credential() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            let refused = try await caller.run("credential", caller.account)
            #expect(refused.status == LibraryCode.accessDenied, "\(refused.out)")
            try await caller.terminal.mustRun("acctstore revoke \(caller.path)")
            try await caller.terminal.mustRun("acctstore grant \(caller.path) 1 --reveal")
            let revealed = try await caller.run("credential", caller.account)
            expectSuccess(revealed)
            let alice = TestService.Known.alice
            let fields = Set(revealed.out.split(separator: "&").map(String.init))
            #expect(fields.isSuperset(of: ["oauth_token=\(alice.token)", "oauth_token_secret=\(alice.tokenSecret)"]))
        }
    }
}
