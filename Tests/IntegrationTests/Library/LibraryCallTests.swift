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
}
