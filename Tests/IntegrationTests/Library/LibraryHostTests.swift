import TestRig
import Testing

/// Hosts that are no programs in C, and agents that are not ours.
@Suite("Other hosts of the library")
struct LibraryHostTests {
    @Test(
        "Python by ctypes, alone, from threads and in a main loop: known by the script's own path",
        arguments: [[], ["loop"]])
    func python(arguments: [String]) async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig, granted: nil)
            let script = try rig.script(
                "foreign", "#!/usr/bin/python3\n" + PackageFiles.text(Self.programs + "foreign.py"))
            let command = [script, caller.library.path, caller.account, caller.url] + arguments
            let refused = try await rig.program(command).run()
            #expect(refused.err.hasPrefix("error 11 org.acctstore.Error.AccessDenied: "), "\(refused.err)")
            try await caller.terminal.mustRun("acctstore grant \(script) 1")
            let lines = """
                1 \(caller.account) alice
                \(caller.url)?q=%C3%BC Authorization
                200 []
                cancelled 14 0

                """
            let ended = try await rig.program(command).run()
            expectSuccess(ended)
            let times = arguments.isEmpty ? 3 : 1
            for line in lines.split(separator: "\n") {
                #expect(ended.out.components(of: String(line)) == times, "\(ended.out)")
            }
        }
    }

    @Test("a host in Swift, whose every thread for tasks waits in a call, is answered")
    func swift() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig, granted: nil)
            let program = try await caller.library.build(
                Self.programs + "host.swift", as: "home/bin/host",
                compiler: [
                    "swiftc", "-swift-version", "6", "-parse-as-library",
                    "-I", PackageFiles.root + "/Sources/CAcctstore", "-Xlinker", "-rpath", "-Xlinker",
                    caller.library.tree + "/usr/lib",
                ])
            try await caller.terminal.mustRun("acctstore grant \(program) 1")
            expectSuccess(
                try await rig.program([program, caller.account, caller.url]).run(), prints: "128 signatures\n")
        }
    }

    @Test("every error of an agent has its code; one that is not known is told by its name")
    func codes() async throws {
        var options = RigOptions()
        (options.secrets, options.activatesAgent, options.hasService) = (.none, false, false)
        try await withRig(options) { rig in
            let library = try await InstalledLibrary(in: rig.folder)
            let path = try await library.build(Self.programs + "caller.c", as: "home/bin/caller")
            let script = try rig.script(
                "agent", "#!/usr/bin/python3\n" + PackageFiles.text(Self.programs + "fake_agent.py"))
            let agent = try rig.program([script]).start()
            try await agent.waitForOut("ready")
            let names = [
                "Failed", "InvalidArgument", "NotSignable", "URLNotAllowed", "InputRefused", "NoSuchAccount",
                "Unavailable", "FileError", "TryLater", "ServiceRefused", "AccessDenied", "NotConfigured", "Locked",
                "Cancelled", "CredentialRejected", "OutcomeUnknown",
            ]
            for (code, name) in Array(zip(1..., names)) + [(1, "OfALaterRelease")] {
                let uuid = "00000000-0000-4000-8000-000000000000"
                let ended = try await rig.program([path, "sign", uuid, "GET", "https://api.example/\(name)"]).run()
                #expect(ended.status == code)
                let told = "error \(code) org.acctstore.Error.\(name)\nwhat happened: \(name)\nacctstore list\n"
                #expect(ended.out == told)
            }
            await agent.stop()
        }
    }

    private static let programs = "Tests/IntegrationTests/Library/Programs/"
}
