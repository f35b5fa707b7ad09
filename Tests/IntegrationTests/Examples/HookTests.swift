import TestRig
import Testing

/// The git hook: commits go on whatever happens, and no commit is posted twice.
@Suite("Examples: a git hook")
struct HookTests {
    @Test("each commit is posted once: not when it is amended, picked or rebased")
    func posts() async throws {
        try await withRig { rig in
            let repository = try await Repository(try await ExampleMachine(rig))
            try await repository.grant()
            #expect(try await repository.commit("First: it's “done”") == "announce: posted\n")
            #expect(try await repository.commit("-v is not an option here") == "announce: posted\n")
            #expect(try await repository.git("commit -q --amend --allow-empty -m 'Second, amended'").err == "")
            #expect(try await repository.git("rebase -q --force-rebase --root").err.contains("announce") == false)
            #expect(try await repository.git("cherry-pick --allow-empty HEAD").err.contains("announce") == false)
            #expect(try await repository.machine.posts() == ["First: it's “done”", "-v is not an option here"])
        }
    }

    @Test("without a grant the commit is made, nobody is asked, and the line shown grants it")
    func notGranted() async throws {
        try await withRig { rig in
            let repository = try await Repository(try await ExampleMachine(rig))
            let said = try await repository.commit("First")
            let beginning = "announce: not posted, access was not granted: "
            #expect(said.hasPrefix(beginning + "acctstore grant "), "\(said)")
            #expect(try await repository.subjects() == ["First"])
            try await repository.machine.terminal.mustRun(
                String(said.dropFirst(beginning.count).prefix { !$0.isNewline }))
            #expect(try await repository.commit("Second") == "announce: posted\n")
            #expect(try await repository.machine.posts() == ["Second"])
        }
    }

    @Test("a locked keyring, a service that wants us to wait: the commit is made, and the line shown posts it later")
    func later() async throws {
        try await withRig { rig in
            let repository = try await Repository(try await ExampleMachine(rig))
            try await repository.grant()
            try await rig.gnomeKeyring.lock()
            let locked = try await repository.commit("First")
            #expect(locked.hasPrefix("announce: not posted, the keyring is locked; to post it: git log"), "\(locked)")
            try await rig.gnomeKeyring.unlock()
            try await rig.server.add(.answer(429, "", path: "/2/tweets"))
            let waiting = try await repository.commit("Second")
            #expect(waiting.hasPrefix("announce: not posted, the service wants us to wait; "), "\(waiting)")
            #expect(try await repository.subjects() == ["Second", "First"])
            #expect(try await repository.machine.posts() == [])
            for said in [locked, waiting] {
                let line = try #require(said.split(separator: "\n").first?.firstRange(of: "git log")).lowerBound
                _ = try await repository.inside(String(said[line...].prefix { !$0.isNewline }))
            }
            #expect(try await repository.machine.posts() == ["First", "Second"])
        }
    }

    @Test("an answer that was lost is left to the person: nothing is sent again")
    func outcomeUnknown() async throws {
        try await withRig { rig in
            let repository = try await Repository(try await ExampleMachine(rig))
            try await repository.grant()
            var fault = Fault.answer(500, "", path: "/2/tweets")
            fault.process = true
            try await rig.server.add(fault)
            let said = try await repository.commit("First")
            #expect(said.hasPrefix("announce: it may have been posted or not, look first: "), "\(said)")
            #expect(try await repository.machine.posts() == ["First"])
        }
    }

    @Test("nothing to reach at all: the commit is made")
    func unreachable() async throws {
        try await withRig { rig in
            let repository = try await Repository(try await ExampleMachine(rig))
            try await repository.grant()
            await rig.bus.stop()
            let said = try await repository.commit("First")
            #expect(said.hasPrefix("announce: not posted, "), "\(said)")
            #expect(try await repository.subjects() == ["First"])
        }
    }
}

/// A repository with the hook in it.
private struct Repository {
    let machine: ExampleMachine
    private let path: String

    init(_ machine: ExampleMachine) async throws {
        self.machine = machine
        path = try machine.rig.folder.makeFolder("home/work")
        try await machine.terminal.mustRun(
            "cd \(path) && git init -q && git config user.name Alice && git config user.email alice@example.org")
        try machine.install("git-hook/post-commit", to: "home/work/.git/hooks/post-commit")
    }

    func grant() async throws {
        try await machine.grant("git-hook/post-commit", in: path)
    }

    /// Makes a commit where nobody can be asked; answers what was said.
    func commit(_ subject: String) async throws -> String {
        let program = ["/usr/bin/git", "-C", path, "commit", "-q", "--allow-empty", "-m", subject]
        let ended = try await machine.rig.program(program).run()
        #expect(ended.status == 0)
        return ended.err
    }

    /// Runs git at the terminal.
    func git(_ arguments: String) async throws -> CommandResult {
        let ended = try await machine.terminal.run("cd \(path) && git \(arguments)")
        #expect(ended.status == 0, "\(ended.err)")
        return ended
    }

    /// Runs a command that must succeed, in the repository.
    func inside(_ command: String) async throws -> String {
        try await machine.terminal.mustRun("cd \(path) && \(command)")
    }

    /// The subjects of the commits, the last one first.
    func subjects() async throws -> [String] {
        try await inside("git log --format=%s").split(separator: "\n").map(String.init)
    }
}
