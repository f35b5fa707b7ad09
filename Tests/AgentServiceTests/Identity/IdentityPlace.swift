import Glibc
import TestRig

/// A folder with the probe in it, standing for `acctstore`, and the programs that call it.
struct IdentityPlace {
    let folder: TemporaryFolder
    let probe: String
    let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]

    private init() throws {
        folder = try TemporaryFolder()
        probe = try folder.copy("\(try PackageFiles.builtPrograms)/identity-probe", to: "bin/acctstore")
    }

    static func use(_ body: (IdentityPlace) async throws -> Void) async throws {
        let place = try IdentityPlace()
        defer { place.folder.remove() }
        try await body(place)
    }

    /// What the probe said that a command line, run without a terminal, led to.
    func answer(_ command: String..., input: Program.Input = .none) async throws -> String {
        let outcome = try await program(command, input: input).run()
        guard outcome.status == 0 else { throw RigError("\(command): \(outcome.status), \(outcome.err)") }
        return String(outcome.out.filter { $0 != "\n" })
    }

    /// Waits for what a probe writes to a file in the folder.
    func waitForAnswer(in file: String) async throws {
        try await eventually("an answer in \(file)") { folder.read(file)?.hasSuffix("\n") ?? false }
    }

    func program(_ command: [String], input: Program.Input = .none) -> Program {
        Program(command, environment: environment, input: input, user: folder.user, directory: folder.path)
    }

    /// An executable script that calls the probe and does something after it, so that it stays.
    func script(_ name: String, _ firstLine: String = "#!/bin/sh", _ text: String? = nil) throws -> String {
        try folder.write("\(firstLine)\n\(text ?? "\(probe)\ntrue")\n", to: name, mode: 0o755)
    }

    /// As `script`, in Python.
    func pythonScript(_ name: String, _ firstLine: String = "#!/usr/bin/python3") throws -> String {
        try script(name, firstLine, "import subprocess\nsubprocess.run(['\(probe)'])")
    }

    /// Runs a body while a program runs, whose pid it gets, and ends the program.
    func whileRunning(_ command: [String], until line: String? = nil, _ body: (Int32) async throws -> Void) async throws
    {
        let running = try program(command).start()
        if let line { try await running.waitForOut(line) }
        try await body(running.pid)
        await running.stop()
    }
}

enum FileText {
    /// Where a link leads, in words.
    static func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        // SAFETY: readlink(2) writes at most `buffer.count` bytes to the array.
        let count = unsafe readlink(path, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
}
