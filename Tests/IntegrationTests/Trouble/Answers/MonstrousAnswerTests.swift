import TestRig
import Testing

/// Answers that are too deep, too long, too slow or not what their head says end in an error, soon and in little memory.
@Suite("Monstrous answers")
struct MonstrousAnswerTests {
    private static let million = 1_000_000

    private struct Monster: Sendable {
        let name: String
        let fault: Fault
    }

    private static let monsters: [Monster] = [
        monster("nested arrays") { $0.make = .nested(10_000) },
        monster("nested objects") { $0.make = .nestedObjects(10_000) },
        monster("100 MB") { $0.make = .long(100 * million) },
        monster("a bomb") {
            $0.make = .long(100 * million)
            $0.gzip = true
        },
        monster("gzip") {
            ($0.status, $0.body) = (200, "[]")
            $0.gzip = true
        },
        monster("longer than told") { ($0.status, $0.body, $0.length) = (200, #"{"id_str":"7","text":"x"}"#, -5) },
        monster("shorter than told") {
            ($0.status, $0.body, $0.length) = (200, #"{"id_str":"7","text":"x"}"#, 5)
        },
        monster("refusal of 100 MB") { ($0.make, $0.status) = (.long(100 * million), 403) },
        monster("nested refusal") { ($0.make, $0.status) = (.nestedObjects(10_000), 403) },
    ]

    private static func monster(_ name: String, _ change: (inout Fault) -> Void) -> Monster {
        // Of either version of the API.
        var fault = Fault(path: "/[12]*")
        change(&fault)
        return Monster(name: name, fault: fault)
    }

    @Test(
        "a timeline, a post and a look at one end with one line and their status; the agent's memory stays flat",
        arguments: [("timeline", 76), ("view 7", 76), ("post x", 82)] as [(String, Int32)], ["local", "modern"])
    func read(_ command: (name: String, status: Int32), _ service: String) async throws {
        var options = RigOptions()
        options.describesModern = true
        try await withRig(options) { rig in
            let terminal = try await rig.terminal()
            let secret = try rig.folder.write(TestService.Known.consumerSecret, to: "input/app")
            try await terminal.mustRun(
                "acctstore app set \(service) --key \(TestService.Known.consumerKey) --secret-stdin <\(secret)")
            try await terminal.mustRun(
                "acctstore add \(service) --token-stdin <\(try rig.tokens(of: TestService.Known.alice))")
            for monster in Self.monsters {
                try await rig.server.reset()
                try await rig.server.add(monster.fault)
                let expected = monster.fault.status == 403 ? 76 : command.status
                let ended = try await terminal.run("acctstore \(command.name)", within: .seconds(60))
                #expect(ended.status == expected && ended.out == "", "\(monster.name): \(ended)")
                #expect(ended.errorLine != nil && ended.err.utf8.count < 2000, "\(monster.name): \(ended)")
            }
            #expect(try await agentMemory(terminal) < 64 << 10)
            try await rig.server.reset()
            expectSuccess(try await terminal.run("acctstore timeline"))
        }
    }

    @Test(
        "what reads an answer needs little memory for 100 MB, packed or not", arguments: ["timeline public", "view 7"])
    func memory(_ command: String) async throws {
        try await withRig { rig in
            for name in ["100 MB", "a bomb", "refusal of 100 MB"] {
                for monster in Self.monsters where monster.name == name { try await rig.server.add(monster.fault) }
                let measured = try await rig.program(
                    ["/usr/bin/python3", "-c", Self.measuring, rig.acctstorePath]
                        + command.split(separator: " ").map(String.init) + ["-a", "none", "--service", "local"]
                ).run(deadline: .seconds(60))
                #expect(measured.status == 76, "\(name): \(measured.err)")
                let kilobytes = try #require(Int(measured.out.filter(\.isNumber)), "\(measured.out)")
                #expect(kilobytes < 100 << 10, "\(name)")
            }
        }
    }

    @Test("a byte a second is given up when the time is over; what a raw request got until then is printed")
    func slow() async throws {
        var options = RigOptions()
        options.configuration = "[network]\ntimeout=2\n"
        try await withRig(options) { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            for (command, status) in [
                ("timeline", 76), ("view 7", 76), ("post x", 82), ("request GET /1.1/x.json", 76),
                ("request POST /1.1/x.json", 82),
            ] as [(String, Int32)] {
                let text = String(repeating: "slow", count: 20)
                var fault = Fault.answer(200, #"[{"id_str":"7","text":"\#(text)"}]"#, path: "/1.1/*")
                fault.drip = 1
                try await rig.server.reset()
                try await rig.server.add(fault)
                let start = ContinuousClock.now
                let ended = try await terminal.run("acctstore \(command)")
                #expect(
                    ended.status == status && ended.errorLine?.contains("took too long") == true, "\(command): \(ended)"
                )
                #expect(ended.out == "" || command.hasPrefix("request") && ended.out.hasPrefix("["))
                #expect(start.duration(to: .now) < .seconds(45), "\(command)")
            }
        }
    }

    @Test("a raw request tells of an answer that is shorter than told, after what came; packed bytes stay packed")
    func raw() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            for (method, status) in [("GET", 76), ("POST", 82)] as [(String, Int32)] {
                var short = Fault.answer(200, "part", path: "/1.1/x.json")
                short.length = 5
                try await rig.server.add(short)
                let ended = try await terminal.run("acctstore request \(method) /1.1/x.json")
                #expect(ended.status == status && ended.out == "part", "\(ended)")
                #expect(ended.errorLine?.contains("cut short") == true)
            }
            var packed = Fault.answer(200, "[1]", path: "/1.1/x.json")
            packed.gzip = true
            try await rig.server.add(packed)
            let raw = try await terminal.run("(acctstore request GET /1.1/x.json | gzip -dc)")
            #expect(raw.out == "[1]", "\(raw)")
        }
    }

    private static let measuring = """
        import resource, subprocess, sys
        status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        sys.exit(status)
        """

    /// The most kilobytes that the agent ever had.
    private func agentMemory(_ terminal: Terminal) async throws -> Int {
        let told = try await terminal.mustRun(
            "(agent=$(acctstore agent status | grep -o '[0-9]*' | head -1); "
                + "sed -n 's/^VmHWM:[^0-9]*//p' /proc/$agent/status)")
        return try #require(told.split(separator: " ").first.flatMap { Int($0) }, "\(told)")
    }
}
