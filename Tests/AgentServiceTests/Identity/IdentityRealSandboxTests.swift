import Glibc
import TestRig
import Testing

/// Sandboxes made by bubblewrap, as Flatpak makes them. By the same means any program of the person's can make itself
/// one that says it is a certain Flatpak's, which SECURITY.md tells.
@Suite("Which sandbox asks, with real ones of another user")
struct IdentityRealSandboxTests {
    static let info = "[Application]\nname=org.example.App\n\n[Instance]\ninstance-id=7\n"

    @Test("Flatpak's file names what is inside; without it a sandbox has no name")
    func named() async throws {
        try await IdentityPlace.use { place in
            let info = try place.folder.write(Self.info, to: "info")
            let named = try await answer(in: place, ["--ro-bind", info, "/.flatpak-info"])
            #expect(named.hasPrefix("flatpak:org.example.App, "))
            #expect(try await answer(in: place, []).hasPrefix("sandbox, "))
            let whole = try await answer(in: place, ["--bind", "/", "/", "--dev", "/dev"], files: [])
            #expect(whole.hasPrefix("sandbox, "))
        }
    }

    @Test("What is no ordinary file of Flatpak's form is refused, and is no hindrance to the agent")
    func strangeFiles() async throws {
        try await IdentityPlace.use { place in
            let secret = try place.folder.write(Self.info, to: "secret", mode: 0)
            let long = try place.folder.write(
                Self.info + String(repeating: "# more\n", count: 10_000), to: "long")
            let endless = try place.folder.write(
                "[Application]\nname=org.example.\(String(repeating: "a", count: 10_000))\n", to: "endless")
            let lines = try place.folder.write("[Application]\nname=org.example.App\\nAllow\n", to: "lines")
            let path = try place.folder.write("[Application]\nname=../../etc/passwd\n", to: "path")
            _ = try await place.program(["/usr/bin/mkfifo", place.folder.path("fifo")]).run()
            for (arguments, reason) in [
                (["--symlink", "/usr/info", "/.flatpak-info"], "its /.flatpak-info is a link"),
                (["--dir", "/.flatpak-info"], "its /.flatpak-info is no ordinary file"),
                (["--ro-bind", place.folder.path("fifo"), "/.flatpak-info"], "its /.flatpak-info is no ordinary file"),
                (["--ro-bind", secret, "/.flatpak-info"], "its /.flatpak-info cannot be read"),
                (["--ro-bind", long, "/.flatpak-info"], "its /.flatpak-info is longer than 65536 bytes"),
                (["--ro-bind", "/dev/null", "/.flatpak-info"], "its /.flatpak-info is no ordinary file"),
                (
                    ["--ro-bind", endless, "/.flatpak-info"],
                    "its /.flatpak-info names an application that cannot be: 'org"
                ),
                (["--ro-bind", lines, "/.flatpak-info"], "that cannot be: 'org.example.App\\u{A}Allow'"),
                (["--ro-bind", path, "/.flatpak-info"], "that cannot be: '../../etc/passwd'"),
            ] {
                let answer = try await answer(in: place, arguments)
                #expect(answer.hasPrefix("refused: ") && answer.contains(reason), "\(arguments): \(answer)")
                #expect(answer.utf8.count < 300)
            }
        }
    }

    @Test("A root of one's own with such a file, but no mounts of one's own, is no Flatpak")
    func rootOfOnesOwn() async throws {
        try await IdentityPlace.use { place in
            try place.folder.write(Self.info, to: "root/.flatpak-info")
            let command = [
                "/usr/bin/unshare", "--user", "--map-root-user", "/usr/bin/python3", "-c",
                "import os, time; os.chroot('\(place.folder.path("root"))'); print('in', flush=True); time.sleep(600)",
            ]
            try await place.whileRunning(command, until: "in") { pid in
                let answer = try await place.answer(place.probe, "--pid", "\(pid)")
                #expect(answer.hasPrefix("sandbox, "))
            }
        }
    }

    @Test("Neither a session nor namespaces that are made inside let a program out of the no to its sandbox")
    func holdOfRefusal() async throws {
        try await IdentityPlace.use { place in
            let inside = """
                echo pid $$,; setsid sh -c 'echo pid $$,; exec sleep 60' &
                unshare --user --map-root-user --mount sh -c 'echo pid $$.; exec sleep 60'
                """
            func sessions() async throws -> [String] {
                let sandbox = try place.program(
                    ["/usr/bin/bwrap"] + Bubblewrap.system + ["--", "sh", "-c", inside]
                ).start()
                try await eventually("all programs inside") { sandbox.out.split(separator: "\n").count == 3 }
                var answers: [String] = []
                for line in sandbox.out.split(separator: "\n") {
                    answers.append(try await place.answer(place.probe, "--session", "--pid", line.filter(\.isNumber)))
                }
                await sandbox.stop()
                return answers
            }
            let (first, second) = (Set(try await sessions()), Set(try await sessions()))
            #expect(first.count == 1 && second.count == 1)
            #expect(first != second)
            #expect(first.first?.hasPrefix("namespace ") == true)
        }
    }

    @Test("A program in namespaces of its own is in a sandbox, whatever it calls itself")
    func namespaces() async throws {
        try await IdentityPlace.use { place in
            let command = [
                "/usr/bin/unshare", "--user", "--map-root-user", "--mount", "sh", "-c", "echo in; exec sleep 600",
            ]
            try await place.whileRunning(command, until: "in") { pid in
                let answer = try await place.answer(place.probe, "--pid", "\(pid)")
                #expect(answer.hasPrefix("sandbox, "))
            }
        }
    }

    /// What the probe says of a program inside a sandbox with these arguments of bwrap's.
    private func answer(
        in place: IdentityPlace, _ arguments: [String], files: [String] = Bubblewrap.system
    ) async throws -> String {
        let inside = ["sh", "-c", "echo pid $$.; exec sleep 600"]
        let sandbox = try place.program(
            ["/usr/bin/bwrap"] + files + arguments + ["--"] + inside
        ).start()
        try await sandbox.waitForOut(".\n")
        // Without a namespace of its own for processes, the number is the same outside.
        let pid = String(sandbox.out.filter(\.isNumber))
        let answer = try await place.answer(place.probe, "--pid", pid)
        await sandbox.stop()
        return answer
    }
}
