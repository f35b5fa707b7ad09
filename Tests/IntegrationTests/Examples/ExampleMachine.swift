import TestRig

/// The machine of somebody who copied a file from `Examples`: the service `twitter`, which is the test service here, and
/// account 1 on it.
struct ExampleMachine {
    let rig: Rig
    /// Where the person types.
    let terminal: TestRig.Terminal

    /// - Parameter people: whose accounts get the numbers 1, 2, …
    init(_ rig: Rig, people: [TestService.Person] = [TestService.Known.alice]) async throws {
        self.rig = rig
        try rig.folder.describe("twitter", rig.server.description(.twitter2))
        // One address belongs to one service.
        rig.folder.forget("home/.config/acctstore/services/local.conf")
        let terminal = try await rig.terminal()
        self.terminal = terminal
        let secret = try rig.folder.write(TestService.Known.consumerSecret, to: "input/app")
        try await terminal.mustRun(
            "acctstore app set twitter --key \(TestService.Known.consumerKey) --secret-stdin <\(secret)")
        for person in people {
            try await terminal.mustRun("acctstore add twitter --token-stdin <\(try rig.tokens(of: person))")
        }
    }

    /// Copies an example to where its own words say, with the test service in place of the real one; answers its path.
    @discardableResult
    func install(_ name: String, to place: String? = nil) throws -> String {
        let file = name.split(separator: "/").last.map(String.init) ?? name
        return try rig.folder.write(
            try text(of: name), to: place ?? "home/bin/\(file)", mode: 0o755)
    }

    /// The text of an example, with the test service in place of the real one.
    func text(of name: String) throws -> String {
        try PackageFiles.text("Examples/\(name)").replacing("https://api.x.com/", with: try rig.server.base)
    }

    /// Types the line that an example itself says to grant it with, in a folder.
    func grant(_ name: String, in folder: String = "~") async throws {
        let lines = try PackageFiles.text("Examples/\(name)").split(separator: "\n")
        guard let line = lines.compactMap(Self.grantLine).first else { throw RigError("\(name) has no grant line") }
        try await terminal.mustRun("cd \(folder) && \(line)")
    }

    /// `acctstore grant …`, where a line of a comment is that and nothing else.
    private static func grantLine(_ line: Substring) -> Substring? {
        guard let start = line.firstRange(of: "acctstore grant ")?.lowerBound else { return nil }
        return line[..<start].allSatisfy { " #*".contains($0) } ? line[start...] : nil
    }

    /// What the test service was sent, without the log-ins.
    func posts() async throws -> [String] {
        try await rig.server.posts().filter { !$0.deleted }.map(\.text)
    }
}

extension ExampleMachine {
    /// Builds a program of one C file, as the words at its head say, with every warning an error; answers its path.
    ///
    /// - Parameters:
    ///   - package: whose flags pkg-config tells.
    ///   - packages: the environment in which pkg-config finds it, where it is not installed.
    ///   - libraries: the folder of its library, where it is not installed.
    func compile(
        _ name: String, as program: String, with package: String, packages: [String: String] = [:],
        libraries: String? = nil
    ) async throws -> String {
        let source = try install(name, to: "home/src/\(program).c")
        try rig.folder.makeFolder("home/bin")
        let output = rig.folder.path("home/bin/\(program)")
        let environment = packages.map { "\($0.key)=\($0.value) " }.joined()
        let flags = "$(\(environment)pkg-config --cflags --libs \(package))"
        let path = libraries.map { " -Wl,-rpath,\($0)" } ?? ""
        try await terminal.mustRun("gcc -Wall -Wextra -Werror -o \(output) \(source) \(flags)\(path)")
        return output
    }
}
