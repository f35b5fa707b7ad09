import AccountModel
import AgentService
import Testing

@Suite("Terminals, services and the chain of parents, by the rules alone")
struct IdentitySurroundingsTests {
    typealias Process = ProcessFacts
    let terminal = IdentityMachine.terminal

    @Test("A shell at the caller's terminal is the person, where it leads the session or reads from there")
    func terminals() throws {
        let caller = Process.acctstore(terminal: terminal)
        for shell in [
            Process.running("/usr/bin/bash", "-bash", terminal: terminal, leadsSession: true),
            .running("/usr/bin/bash", "bash", "--norc", "-i", terminal: terminal, leadsSession: true),
            .running("/usr/bin/zsh-5.9", "zsh", terminal: terminal, input: terminal),
            .running("/usr/bin/dash", "sh", "-i", terminal: terminal, input: terminal),
        ] {
            #expect(try IdentityMachine([caller, shell]).name() == .terminal)
            let launched = IdentityMachine([caller, .running("/usr/bin/timeout", terminal: terminal), shell])
            #expect(try launched.name() == .terminal)
        }
    }

    @Test("Any other shell without a file is nobody")
    func otherShells() throws {
        let pipedShell = Process.running("/usr/bin/bash", "bash", terminal: terminal)
        #expect(try IdentityMachine([.acctstore(terminal: terminal), pipedShell]).name() == .unknown)
        let interactive = Process.running("/usr/bin/bash", "bash", "-i", terminal: terminal, input: terminal)
        #expect(try IdentityMachine([.acctstore(), interactive]).name() == .unknown)
        #expect(try IdentityMachine([.acctstore(terminal: 0x8804), interactive]).name() == .unknown)
        let withoutTerminal = Process.running("/usr/bin/bash", "bash", leadsSession: true)
        #expect(try IdentityMachine([.acctstore(), withoutTerminal]).name() == .unknown)
    }

    @Test("Who opened a terminal for one command is named, not the person")
    func openers() throws {
        let opener = Process.running("/usr/bin/script")
        let text = Process.running(
            "/usr/bin/dash", "sh", "-c", "acctstore list", terminal: terminal, leadsSession: true)
        let name = try IdentityMachine([.acctstore(terminal: terminal), text, opener]).name()
        #expect(name == .executable("/usr/bin/script"))
        let expect = Process.running("/usr/bin/expect", "expect", "-f", "/home/alice/login.exp")
        let machine = IdentityMachine([.acctstore(terminal: terminal), expect], files: ["/home/alice/login.exp"])
        #expect(try machine.name() == .script("/home/alice/login.exp"))
    }

    @Test("cron and sshd are known by name and user, in the forms they have")
    func daemons() throws {
        let text = Process.running("/usr/bin/dash", "sh", "-c", "acctstore list")
        #expect(try IdentityMachine([.acctstore(), text, .unreadable("cron", user: 0)]).name() == .cron)
        #expect(try IdentityMachine([.acctstore(), text, .unreadable("CRON", user: 0)]).name() == .cron)
        #expect(try IdentityMachine([.acctstore(), text, .unreadable("sshd", user: 0)]).name() == .ssh)
        let session = Process.unreadable("sshd", user: 1000)
        #expect(try IdentityMachine([.acctstore(), text, session, .unreadable("sshd", user: 0)]).name() == .ssh)
        #expect(try IdentityMachine([.acctstore(), text, session, .unreadable("init", user: 0)]).name() == .unknown)
        #expect(try IdentityMachine([.acctstore(), text, .unreadable("cron", user: 1000)]).name() == .unknown)
        let tool = Process.running("/home/alice/bin/cron", fileOwner: 1000)
        #expect(try IdentityMachine([.acctstore(), tool]).name() == .executable("/home/alice/bin/cron"))
    }

    @Test(
        "A unit is read from the control group",
        arguments: [
            ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/nightly.service", "nightly.service"),
            ("0::/system.slice/backup.service\n", "backup.service"),
            ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/job@a.service/payload", "job@a.service"),
            ("9:pids:/x.service\n1:name=systemd:/system.slice/old.service\n0::/\n", "old.service"),
            ("0::/user.slice/user-1000.slice/session-3.scope", nil),
            ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-term.scope", nil),
            ("0::/user.slice/user-1000.slice/user@1000.service", nil), ("0::/", nil), ("", nil),
        ])
    func units(groups: String, unit: String?) throws {
        var machine = IdentityMachine([.acctstore(groups: groups)])
        machine.processes[100]?.parent = 1
        machine.processes[1] = .unreadable("systemd", user: 0)
        machine.processes[1]?.pid = 1
        #expect(try machine.name() == unit.map(ProgramIdentity.unit) ?? .unknown)
    }

    @Test("The person's own service manager ends the walk as the machine's does")
    func userManager() throws {
        let manager = Process.running(
            "/usr/lib/systemd/systemd", "systemd", "--user",
            groups: "0::/user.slice/user-1000.slice/user@1000.service/init.scope")
        let caller = Process.acctstore(groups: "0::/user.slice/user-1000.slice/user@1000.service/app.slice/n.service")
        #expect(try IdentityMachine([caller, manager]).name() == .unit("n.service"))
        let program = Process.running("/home/alice/bin/systemd")
        #expect(try IdentityMachine([caller, program]).name() == .executable("/home/alice/bin/systemd"))
    }

    @Test("The chain begins with what called acctstore, leaves subshells out and goes up to the first process")
    func chain() throws {
        let shell = Process.running("/usr/bin/bash", terminal: terminal, leadsSession: true, argumentStart: 42)
        let nightly = Process.running("/usr/bin/dash", "sh", "/home/alice/nightly", argumentStart: 7)
        let machine = IdentityMachine(
            [
                .acctstore(), nightly, nightly, .running("/usr/bin/make"), shell,
                .unreadable("tmux: server", user: 1000),
            ],
            files: ["/home/alice/nightly"])
        let steps = try machine.named().provenance.steps
        #expect(steps == ["dash", "make", "bash", "tmux: server"])
        let alone = try IdentityMachine([.running("/usr/bin/tool")]).named()
        #expect(alone.provenance.steps == ["tool"])
    }

    @Test("A chain without end is cut")
    func longChain() throws {
        let chain = (0..<200).map { Process.running("/usr/bin/make", argumentStart: $0) }
        #expect(try IdentityMachine(chain).named().provenance.steps.count == 32)
    }
}
