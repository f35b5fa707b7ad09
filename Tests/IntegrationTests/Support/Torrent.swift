import FoundationEssentials
import TestRig

/// A rig whose account is of a service that takes and gives bodies of any length, `Tests/TestRig/Scripts/torrent.py`.
struct Torrent {
    let rig: Rig
    let agent: AgentProcessFacts
    private let server: RunningProgram
    private let terminal: Terminal
    private let port: UInt16

    fileprivate init(in rig: Rig) async throws {
        self.rig = rig
        let script = PackageFiles.root + "/Tests/TestRig/Scripts/torrent.py"
        server = try Program(
            ["/usr/bin/python3", script], environment: ["PATH": "/usr/bin:/bin"], user: .current
        ).start()
        try await server.waitForOut("\n")
        guard let port = server.out.split(whereSeparator: \.isWhitespace).last.flatMap({ UInt16($0) }) else {
            throw RigError("the service said “\(server.out)”")
        }
        self.port = port
        let base = "http://127.0.0.1:\(port)/"
        try rig.folder.write(
            "[service]\ndialect=none\napi=\(base)\n", to: "home/.config/acctstore/services/torrent.conf")
        terminal = try await rig.terminal()
        let tokens = "oauth_token=t&oauth_token_secret=s&user_id=1&consumer_key=k&consumer_secret=c"
        try await terminal.mustRun(
            "acctstore add torrent --token-stdin <\(try rig.folder.write(tokens, to: "input/torrent"))")
        agent = AgentProcessFacts(processID: try await rig.agentPID)
    }

    func url(_ path: String) -> JSON { .string("http://127.0.0.1:\(port)/\(path)") }

    /// A program that may read and write.
    func program(_ name: String) async throws -> AskingProgram {
        let program = try AskingProgram.start(in: rig, name: name)
        try await terminal.mustRun("acctstore grant \(program.path) 1")
        return program
    }

    /// Has the agent do once what it prepares something for that stays: threads, and what they wait on.
    func warmUp(_ program: AskingProgram, _ account: JSON) async throws {
        for (method, path, body) in [("GET", "give/99999999", nil), ("POST", "take", ["zeros": 1000])]
            as [(JSON, String, JSON)]
        {
            let answer = try await program.call("Perform", account, method, url(path), [], [], body)
            guard answer.error == nil else { throw RigError("\(path): \(answer.message ?? "")") }
        }
    }

    fileprivate func account() async throws -> JSON { try await rig.accountArgument(terminal) }

    fileprivate func stop() async { await server.stop() }

    /// Waits until the service has said something.
    func waitFor(_ text: String) async throws {
        try await server.waitForOut(text)
    }

    /// The header fields of an echo.
    func fields(in echo: String) throws -> [(String, String)] {
        let value = try JSONDecoder().decode(JSON.self, from: Data(echo.utf8))
        return value["headers"].array.map { ($0[0].string ?? "", $0[1].string ?? "") }
    }
}

/// Sets up a rig with a torrent, a program that may use its account, and the account's id.
func withTorrent(
    _ body: (_ torrent: Torrent, _ program: AskingProgram, _ account: JSON) async throws -> Void
) async throws {
    var options = RigOptions()
    options.hasService = false
    try await withRig(options) { rig in
        let torrent = try await Torrent(in: rig)
        do {
            try await body(torrent, try await torrent.program("asking"), try await torrent.account())
        } catch {
            await torrent.stop()
            throw error
        }
        await torrent.stop()
    }
}

/// What `/proc` shows of the agent that runs.
struct AgentProcessFacts {
    let processID: Int32

    /// Of a line of `/proc/PID/status`, such as `VmHWM`.
    func kilobytes(_ name: String) throws -> Int {
        Int(try processStatus(processID, name).prefix(while: \.isNumber)) ?? 0
    }

    /// How many descriptors it has open, once that number stands still.
    func settledDescriptors() async throws -> Int {
        var (last, same) = (-1, 0)
        while same < 5 {
            let now = try descriptors()
            same = now == last ? same + 1 : 0
            last = now
            try await Task.sleep(for: .milliseconds(100))
        }
        return last
    }

    /// Waits until it has no more descriptors open than before.
    func expectDescriptors(_ count: Int) async throws {
        try await eventually("the agent to have \(count) descriptors again, not \((try? descriptors()) ?? -1)") {
            try descriptors() <= count
        }
    }

    private func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/fd").count
    }
}
