import AccountModel
import AgentService
import Testing

@Suite("Which program asks, by the rules alone")
struct IdentityRuleTests {
    typealias Process = ProcessFacts
    let terminal = IdentityMachine.terminal
    let script = "/home/alice/bin/nightly"

    @Test("A binary is named by its path, with acctstore between or without")
    func binary() throws {
        let tool = Process.running("/home/alice/bin/tool", fileOwner: 1000)
        #expect(try IdentityMachine([tool]).name() == .executable("/home/alice/bin/tool"))
        #expect(try IdentityMachine([.acctstore(), tool]).name() == .executable("/home/alice/bin/tool"))
    }

    @Test("A copy of acctstore at another place is a program like any other")
    func copyOfAcctstore() throws {
        let copy = Process.running("/tmp/acctstore", fileOwner: 1000)
        #expect(try IdentityMachine([copy, shell]).name() == .executable("/tmp/acctstore"))
    }

    @Test(
        "What only runs another program is passed over",
        arguments: ["env", "nice", "timeout", "nohup", "setsid", "xargs", "time", "dbus-run-session"])
    func launchers(name: String) throws {
        let machine = IdentityMachine(
            [.acctstore(), .running("/usr/bin/\(name)"), nightly], files: [script])
        #expect(try machine.name() == .script(script))
    }

    @Test("A launcher's name on somebody's own file passes nothing on")
    func falseLauncher() throws {
        let impostor = Process.running("/home/alice/bin/env", fileOwner: 1000)
        #expect(try IdentityMachine([.acctstore(), impostor, shell]).name() == .executable("/home/alice/bin/env"))
    }

    @Test("Shells with -c, also among other options, and multi-call binaries are passed over")
    func shellsWithText() throws {
        for process in [
            Process.running("/usr/bin/dash", "sh", "-c", "acctstore list"),
            .running("/usr/bin/bash", "bash", "-eo", "pipefail", "-c", "acctstore list"),
            .running("/usr/bin/bash", "bash", "--norc", "-lc", "acctstore list"),
            .running("/bin/busybox", "sh", "-c", "acctstore list"),
            .running("/bin/busybox", "busybox", "timeout", "5", "acctstore"),
            .running("/bin/busybox", "timeout", "5", "acctstore"),
        ] {
            #expect(try IdentityMachine([.acctstore(), process, nightly], files: [script]).name() == .script(script))
        }
    }

    @Test("A copy of its parent that ran nothing of its own is passed over, and the parent gives the name")
    func subshell() throws {
        let parent = Process.running("/usr/bin/bash", "bash", script, argumentStart: 42)
        let machine = IdentityMachine([.acctstore(), parent, parent], files: [script])
        let named = try machine.named()
        #expect(named.program == .script(script))
        #expect(named.process.pid == 102)
    }

    @Test("A shell that was run anew is no subshell")
    func newShell() throws {
        let outer = Process.running("/usr/bin/bash", terminal: terminal, leadsSession: true, argumentStart: 42)
        let piped = Process.running("/usr/bin/bash", terminal: terminal, argumentStart: 43)
        #expect(try IdentityMachine([.acctstore(terminal: terminal), piped, outer]).name() == .unknown)
    }

    @Test("A program that was deleted or replaced under its path has no name")
    func replaced() throws {
        var machine = IdentityMachine([.running("/home/alice/bin/tool")])
        machine.files["/home/alice/bin/tool"] = FileStatus(identity: .named("another"), isRegular: true)
        #expect(try machine.name() == .unknown)
        machine.files["/home/alice/bin/tool"] = nil
        #expect(try machine.name() == .unknown)
    }

    @Test("What puts anybody's request on the bus has no name", arguments: ["gdbus", "busctl", "dbus-send", "socat"])
    func busTools(name: String) throws {
        #expect(try IdentityMachine([.running("/usr/bin/\(name)"), shell]).name() == .unknown)
    }

    @Test("A part of a multi-call binary that no rule knows has no name: its file is every other part too")
    func partOfAMultiCallBinary() throws {
        for process in [
            Process.running("/bin/busybox", "busybox", "wget", "x"), .running("/bin/busybox", "wget", "x"),
            .running("/bin/busybox", "busybox"),
        ] {
            #expect(try IdentityMachine([process, shell]).name() == .unknown)
        }
    }

    @Test("A process that cannot be looked at is refused; a parent that cannot ends the walk")
    func unreadable() throws {
        #expect(throws: NamingRefusal.self) { try IdentityMachine([.unreadable("tool", user: 1000)]).name() }
        #expect(throws: NamingRefusal.self) { try IdentityMachine([]).name() }
        #expect(try IdentityMachine([.acctstore(), .unreadable("sudo", user: 0), shell]).name() == .unknown)
    }

    @Test("Without a parent there is no name: the terminal of `docker exec -it` belongs to nobody here")
    func noParent() throws {
        #expect(try IdentityMachine([.acctstore(terminal: terminal)]).name() == .unknown)
    }

    @Test("A second look that differs makes a request nobody's")
    func changed() throws {
        var machine = IdentityMachine([.acctstore(), nightly], files: [script])
        var other = try #require(machine.processes[101])
        other.image?.executable = Executable(path: "/usr/bin/tool", identity: .named("tool"), owner: 0)
        machine.later = [101: other]
        #expect(try machine.name() == .unknown)
        machine.later = [101: nil]
        #expect(try machine.name() == .unknown)
        var adopted = try #require(machine.processes[100])
        adopted.parent = 1
        machine.later = [100: adopted]
        #expect(try machine.name() == .unknown)
    }

    @Test("A long chain ends")
    func endless() throws {
        let chain = Array(repeating: Process.running("/usr/bin/env"), count: 200)
        #expect(try IdentityMachine([.acctstore()] + chain).name() == .unknown)
    }

    private var nightly: Process { .running("/usr/bin/bash", "/bin/bash", script) }
    private var shell: Process { .running("/usr/bin/bash", terminal: terminal, leadsSession: true) }
}
