import AccountModel
import AccountStore
import GLibBridge
import Glibc
import Testing

@testable import AgentService

@Suite("Callers on connections")
struct IdentityCallerTests {
    let peer = Peer(pid: 100, uid: 1000, uniqueName: ":1.5")

    private func finder(_ machine: IdentityMachine, owner: UInt32 = 1000) -> CallerFinder {
        CallerFinder(processes: machine, owner: owner, frontEnds: [IdentityMachine.acctstore])
    }

    @Test("Another user's program is refused before anything is looked at")
    func otherUser() async {
        let finder = finder(IdentityMachine([.running("/usr/bin/tool")]), owner: 1001)
        await #expect(throws: BrokerError(.accessDenied, "")) {
            try await finder.caller(of: peer, terminal: nil, interactive: true)
        }
    }

    @Test("A program that cannot be looked at is refused")
    func unreadable() async {
        let finder = finder(IdentityMachine([.unreadable("tool", user: 1000)]))
        await #expect(throws: BrokerError(.accessDenied, "")) {
            try await finder.caller(of: peer, terminal: nil, interactive: true)
        }
    }

    @Test("Where the agent has no means to look, nobody is refused: it is told why, and may be tried again")
    func shortage() async throws {
        struct Exhausted: ProcessTable {
            let machine = IdentityMachine([.running("/usr/bin/tool")])
            let number: Int32

            var ownNamespaces: Namespaces? { machine.ownNamespaces }

            func hold(_ pid: Int32) throws(NamingRefusal) -> ProcessHold? {
                if let shortage = NamingRefusal(shortage: number) { throw shortage }
                return nil
            }

            func hold(_ pid: Int32, by pidfd: Descriptor) throws(NamingRefusal) -> ProcessHold? { try hold(pid) }
            func facts(of pid: Int32) -> ProcessFacts? { machine.facts(of: pid) }
            func file(at path: String) -> FileStatus? { machine.file(at: path) }
            func canonicalFolder(_ path: String) -> String? { nil }
            func environment(of process: ProcessFacts?) -> [String: String] { [:] }
            func openTerminal(of process: ProcessFacts) -> Descriptor? { nil }
        }
        for (number, code) in [
            (EMFILE, BrokerError.Code.unavailable), (ENFILE, .unavailable), (ENOMEM, .unavailable),
            (ESRCH, .accessDenied),
        ] {
            let finder = CallerFinder(processes: Exhausted(number: number), owner: 1000, frontEnds: [])
            let thrown = await #expect(throws: BrokerError(code, "")) {
                try await finder.caller(of: peer, terminal: nil, interactive: true)
            }
            let error = try #require(thrown)
            #expect(error.message.contains("its process is gone") == (number == ESRCH), "\(error.message)")
        }
    }

    @Test("A name holds as long as the connection, and no longer")
    func remembered() async throws {
        var machine = IdentityMachine([.running("/usr/bin/tool")])
        machine.later[100] = .running("/usr/bin/other")
        machine.later[100]??.pid = 100
        // The second look differs, so that there is no name; it is not looked for again.
        let finder = finder(machine)
        let first = try await finder.caller(of: peer, terminal: nil, interactive: true)
        #expect(first.program == .unknown)
        #expect(try await finder.caller(of: peer, terminal: nil, interactive: true).program == .unknown)
        await finder.forget(":1.5")
        let other = try await finder.caller(of: peer, terminal: nil, interactive: true)
        #expect(other.program != .executable("/usr/bin/tool"))
    }

    @Test("An answer of once holds for the process that gave the name")
    func instances() async throws {
        let shell = ProcessFacts.running("/usr/bin/bash", "bash", "/home/alice/n")
        let machine = IdentityMachine([.acctstore(), shell], files: ["/home/alice/n"])
        let caller = try await finder(machine).caller(of: peer, terminal: nil, interactive: true)
        #expect(caller.instance.rawValue == "process 101 of 999")
    }

    @Test("Behind a sandbox's proxy an answer of once holds for the connection")
    func sandboxInstance() async throws {
        let finder = finder(IdentityMachine([.running("/usr/bin/xdg-dbus-proxy")]))
        let caller = try await finder.caller(of: peer, terminal: nil, interactive: true)
        #expect(caller.program == .sandbox)
        #expect(caller.instance.rawValue == "connection :1.5")
    }

    @Test("A sandbox's program is asked about on the agent's own desktop, whatever its environment says")
    func sandboxedPlace() async throws {
        var machine = IdentityMachine([.running("/usr/bin/xdg-dbus-proxy")])
        machine.environments[100] = ["DISPLAY": ":66"]
        let alone = try await finder(machine).caller(of: peer, terminal: nil, interactive: true)
        #expect(await alone.place().cannotAskReason == "it has no terminal")
        machine.ownEnvironment = ["DISPLAY": ":0", "HOME": "/home/alice"]
        let caller = try await finder(machine).caller(of: peer, terminal: nil, interactive: true)
        #expect(await caller.display == .init(variables: ["DISPLAY": ":0"]))
    }

    @Test("Without a terminal passed, the caller's own is asked on, else the desktop that its environment names")
    func ownPlaces() async throws {
        var tool = ProcessFacts.running("/usr/bin/tool", terminal: IdentityMachine.terminal)
        (tool.group, tool.foregroundGroup) = (100, 100)
        var machine = IdentityMachine([tool])
        machine.environments[100] = ["WAYLAND_DISPLAY": "wayland-0", "TERM": "xterm", "LANG": "C", "SECRET": "x"]
        let atTerminal = try await finder(machine).caller(of: peer, terminal: nil, interactive: true)
        let place = await atTerminal.place()
        guard case .ownTerminal(let own) = place else {
            Issue.record("\(place)")
            return
        }
        #expect(own.type == "xterm" && own.locale == "C")
        tool.foregroundGroup = 200
        machine.processes[100] = IdentityMachine([tool]).processes[100]
        let atDesktop = try await finder(machine).caller(of: peer, terminal: nil, interactive: true)
        #expect(await atDesktop.display == .init(variables: ["WAYLAND_DISPLAY": "wayland-0", "LANG": "C"]))
    }

    @Test("What nobody sits before is not asked about on a desktop")
    func unattended() async throws {
        let shell = ProcessFacts.running("/usr/bin/bash", "bash", "-c", "acctstore post x")
        var machine = IdentityMachine([.acctstore(), shell, .unreadable("cron", user: 0)])
        machine.environments[100] = ["DISPLAY": ":0"]
        let caller = try await finder(machine).caller(of: peer, terminal: nil, interactive: true)
        #expect(caller.program == .cron)
        #expect(await caller.place().cannotAskReason == "it has no terminal")
    }

    @Test("Within a Flatpak an answer of once holds for this start of the application, over all its connections")
    func flatpakInstance() async throws {
        let inside = ProcessFacts.running(
            "/usr/bin/xdg-dbus-proxy", namespaces: IdentitySandboxTests.foreign, flatpak: IdentitySandboxTests.app)
        let finder = finder(IdentityMachine([inside]))
        for name in [":1.5", ":1.6"] {
            let peer = Peer(pid: 100, uid: 1000, uniqueName: name)
            let caller = try await finder.caller(of: peer, terminal: nil, interactive: true)
            #expect(caller.program == .flatpak("org.example.App"))
            #expect(caller.instance.rawValue == "sandbox org.example.App 7")
        }
    }

    @Test("What the bus tells of a connection: its label ends with a NUL, and without a process there is no peer")
    func credentials() throws {
        let told: [String: Variant] = [
            "ProcessID": .uint32(100), "UnixUserID": .uint32(1000),
            "LinuxSecurityLabel": .bytes(Array("\(IdentitySandboxTests.snap)\u{0}".utf8)),
        ]
        let peer = try #require(Peer(named: ":1.5", credentials: told, pidfd: nil))
        #expect(peer.pid == 100 && peer.uid == 1000 && peer.uniqueName == ":1.5")
        #expect(peer.securityLabel == IdentitySandboxTests.snap)
        var less = told
        less["LinuxSecurityLabel"] = nil
        #expect(Peer(named: ":1.5", credentials: less, pidfd: nil)?.securityLabel == nil)
        less["ProcessID"] = nil
        #expect(Peer(named: ":1.5", credentials: less, pidfd: nil).map(\.pid) == nil)
    }

    @Test("The bus's label of a connection names a Snap, whose answers of once hold for the connection")
    func snapLabel() async throws {
        let finder = finder(
            IdentityMachine([.running("/snap/x/1/tool", namespaces: IdentitySandboxTests.foreign)]))
        let peer = Peer(pid: 100, uid: 1000, securityLabel: IdentitySandboxTests.snap, uniqueName: ":1.5")
        let caller = try await finder.caller(of: peer, terminal: nil, interactive: true)
        #expect(caller.program == .snap("example"))
        #expect(caller.instance.rawValue == "connection :1.5")
        #expect(caller.provenance.steps == ["tool"])
    }

    @Test("Nobody is asked without a terminal, or where the caller wants no question")
    func withoutTerminal() async throws {
        let finder = finder(IdentityMachine([.running("/usr/bin/tool")]))
        let asked = try await finder.caller(of: peer, terminal: nil, interactive: true)
        #expect(await asked.place().cannotAskReason == "it has no terminal")
        let silent = try await finder.caller(of: peer, terminal: nil, interactive: false)
        #expect(
            await silent.place().cannotAskReason == "it wants no questions asked (--no-prompt, or interactive=false)")
    }

    @Test("What is no terminal, or another one than the caller's, is not asked on")
    func foreignTerminal() async throws {
        let file = Descriptor(owning: unsafe open("/dev/null", O_RDWR | O_CLOEXEC))
        let finder = finder(IdentityMachine([.running("/usr/bin/tool", terminal: IdentityMachine.terminal)]))
        let caller = try await finder.caller(of: peer, terminal: file, interactive: true)
        #expect(caller.terminal == nil)
        #expect(await caller.place().cannotAskReason == "the terminal that it passed is not its own")
    }
}

extension Caller {
    fileprivate var display: AskingPlace.Display? {
        get async {
            guard case .display(let display) = await place() else { return nil }
            return display
        }
    }
}
