import AccountModel
import CommandLineKit
import FoundationEssentials
import Glibc
import Testing

/// What PROGRAM means, by the identity that `grant` asks the broker to remember.
@Suite("PROGRAM")
struct ProgramResolverTests {
    @Test("a script by its path made absolute, a binary by what it is")
    func kinds() async throws {
        try await withFolder { folder in
            try "#!/bin/sh\n".write(toFile: "\(folder)/nightly", atomically: true, encoding: .utf8)
            #expect(try await granted("\(folder)/./nightly") == "script:\(folder)/nightly")
            #expect(try await granted("\(folder)//x/../nightly") == nil)
            #expect(try await granted("/usr/bin/curl") == "exe:/usr/bin/curl")
        }
    }

    @Test("links are kept as they are given; .. is taken beside what a link leads to")
    func links() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/real/bin", withIntermediateDirectories: true)
            try "text".write(toFile: "\(folder)/real/tool", atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/bin", withDestinationPath: "real/bin")
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/tool", withDestinationPath: "real/tool")
            #expect(try await granted("\(folder)/tool") == "script:\(folder)/tool")
            let resolved = resolved(folder) ?? ""
            #expect(try await granted("\(folder)/bin/../tool") == "script:\(resolved)/real/tool")
        }
    }

    @Test("a relative path starts where the shell says it is, if that is true")
    func relative() async throws {
        let folder = FileManager.default.currentDirectoryPath
        #expect(try await granted("./Package.swift", ["PWD": "/nowhere"]) == "script:\(folder)/Package.swift")
    }

    @Test("a word is looked up on PATH; one that is not there is 74")
    func words() async throws {
        #expect(try await granted("curl", ["PATH": "/no/such:/usr/bin"]) == "exe:/usr/bin/curl")
        let outcome = try await TestRun(script: Samples.one, environment: ["PATH": "/usr/bin"]).run(
            "grant", "no-such-tool")
        #expect(outcome.status == 74)
        #expect(outcome.messages.contains("next: give its path, for example ./no-such-tool\n"))
        #expect(outcome.connections == 0)
    }

    @Test("what has no name gets no grant, and none is taken back from it")
    func nameless() async throws {
        for command in ["grant", "revoke"] {
            let outcome = try await TestRun(script: Samples.one).run(.init(command), "unknown", "1")
            #expect(outcome.status == 64)
            #expect(outcome.messages.contains("a program without a name cannot be given a grant"))
            #expect(outcome.messages.hasSuffix("next: acctstore agent stop\n"))
            #expect(outcome.connections == 0)
        }
    }

    @Test("a file that is not there, a folder and a device are 74")
    func missing() async throws {
        for path in ["/no/such/file", "/usr/bin/", "/dev/null"] {
            let outcome = try await TestRun(script: Samples.one).run("grant", .init(path))
            #expect(outcome.status == 74, "\(path)")
            #expect(outcome.connections == 0)
        }
    }

    @Test(
        "interpreters, shells, proxies and bus tools get no grant, under any name",
        arguments: ["/bin/sh", "/usr/bin/bash", "/usr/bin/python3", "/usr/bin/perl", "/usr/bin/env", "/usr/bin/gdbus"])
    func refused(path: String) async throws {
        try await withFolder { folder in
            let link = "\(folder)/tool"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            for given in [path, link] {
                let outcome = try await TestRun(script: Samples.one).run("grant", .init(given))
                #expect(outcome.status == 64, "\(given)")
                #expect(outcome.messages.hasPrefix("error: \(given) cannot be given a grant: "))
                #expect(outcome.connections == 0)
            }
        }
    }

    @Test("a script may have the name of an interpreter: what runs it is another file")
    func scriptNamedLikeAnInterpreter() async throws {
        try await withFolder { folder in
            try "#!/bin/sh\n".write(toFile: "\(folder)/python3", atomically: true, encoding: .utf8)
            #expect(try await granted("\(folder)/python3") == "script:\(folder)/python3")
        }
    }

    @Test("a program that runs others can have a grant where it is itself named as the one who asks")
    func openerOfATerminal() async throws {
        #expect(try await granted("/usr/bin/script") == "exe:/usr/bin/script")
    }

    @Test("sandboxes, units and the words; a unit without its suffix is refused")
    func named() async throws {
        for name in [
            "flatpak:org.example.App-Beta", "snap:example", "snap:a-b_work", "unit:a@b.service", "cron", "ssh", "any",
        ] {
            #expect(try await granted(name) == name)
        }
        for name in [
            "unit:a", "unit:.service", "flatpak:", "flatpak:App", "flatpak:org.example.", "flatpak:../../x.y",
            "flatpak:org.example.App\nx", "snap:", "snap:a/b", "snap:Example", "snap:a--b", "snap:a_", "snap:1",
        ] {
            #expect(try await TestRun(script: Samples.one).run("grant", .init(name)).status == 64, "\(name)")
        }
    }

    @Test("a file's name cannot steer the terminal")
    func hostileName() async throws {
        try await withFolder { folder in
            let path = "\(folder)/git\rAllow bash? \u{1B}[K"
            try "x".write(toFile: path, atomically: true, encoding: .utf8)
            let outcome = try await TestRun(script: Samples.one).run("grant", .init(path))
            #expect(outcome.messages.hasPrefix("\(folder)/git\\u{D}Allow bash? \\u{1B}[K may read"))
            #expect(outcome.messages.filter { $0 == "\n" }.count == 1)
        }
    }

    /// The program in the call of the broker; `nil` where there was none.
    private func granted(_ program: String, _ environment: [String: String] = [:]) async throws -> String? {
        let outcome = try await TestRun(script: Samples.one, environment: environment).run("grant", .init(program))
        return outcome.calls.first.flatMap { call in
            call.split(separator: " ").dropFirst().first.map(String.init)
        }
    }

    private func resolved(_ path: String) -> String? {
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }
}
