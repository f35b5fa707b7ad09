import TestRig
import Testing

/// The log-in with a code that is typed on another device.
@Suite("Log-in with a device's code")
struct DeviceTests {
    private func code(of adding: TypedCommand) async throws -> String {
        try await eventually("the code") { adding.err.contains("Waiting until the access is allowed there.") }
        let line = try #require(adding.err.split(separator: "\n").first { $0.contains("and type the code ") })
        return String(line.split(separator: " ").last?.dropLast() ?? "")
    }

    @Test("the code and where to type it are told, and the account is there once it was typed and confirmed")
    func typed() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            let adding = try await terminal.begin("acctstore add new --device")
            let code = try await code(of: adding)
            let page = try rig.server.base + "oauth2/activate"
            #expect(adding.err.contains("\n\(page)\n") && adding.err.contains("\n\(page)?user_code=\(code)\n"))
            try await rig.server.activate(code, as: TestService.Known.alice)
            try await terminal.confirm("Add @alice (new)?")
            expectSuccess(try await adding.finish(), prints: "1\n")
            expectSuccess(try await terminal.run("acctstore verify 1"))
        }
    }

    @Test("it needs no terminal to answer at")
    func unattended() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            let adding = try await terminal.begin("acctstore add new --device </dev/null")
            try await rig.server.activate(try await code(of: adding), as: TestService.Known.bob)
            expectSuccess(try await adding.finish(), prints: "1\n")
            #expect(adding.err.contains("added @bob (1, new)"))
        }
    }

    @Test("a no is 80, and so is a code that nobody typed")
    func refused() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            let denied = try await terminal.begin("acctstore add new --device")
            try await rig.server.activate(try await code(of: denied), as: nil)
            expectFailure(try await denied.finish(), 80, "the access was denied at new")
            var options = ServiceOptions()
            options.deviceLife = 2
            try await rig.server.set(options)
            let late = try await terminal.run("acctstore add new --device")
            expectFailure(late, 80, "while it was good", "nothing was stored")
            #expect(late.nextSteps == ["acctstore add new --device"])
            #expect(try await rig.items("Account").isEmpty)
        }
    }

    @Test("^C ends the wait, and the service is asked no more")
    func interrupted() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            let adding = try await terminal.begin("acctstore add new --device")
            _ = try await code(of: adding)
            try terminal.type("\u{3}")
            #expect(try await adding.finish().status == 130)
            expectSuccess(try await terminal.run("acctstore list"))
            let asked = try await rig.server.log().count { $0.path == "/oauth2/token" }
            try await Task.sleep(for: .seconds(3))
            #expect(try await rig.server.log().count { $0.path == "/oauth2/token" } <= asked + 1)
        }
    }

    @Test("a service without it says how else to log in")
    func absent() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient(.init(without: ["device"]))
            let ended = try await terminal.run("acctstore add new --device")
            expectFailure(ended, 78, "without a log-in with a code for another device")
            #expect(ended.nextSteps == ["acctstore add new --pin"])
        }
    }
}
