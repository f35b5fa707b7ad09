import AccountModel
import AgentService
import Testing

@Suite("Sandboxes, by the rules alone")
struct IdentitySandboxTests {
    typealias Process = ProcessFacts
    static let own = IdentityMachine.namespaces
    static let foreign = Namespaces(mount: FileIdentity(device: 4, inode: 99), user: own.user)
    static let app = FlatpakMark.info(FlatpakInfo(application: "org.example.App", instance: "7"))

    @Test("A Flatpak is named by its file, whatever runs in it, acctstore and the proxy too")
    func flatpak() throws {
        for path in ["/app/bin/tool", "/usr/bin/xdg-dbus-proxy", "/usr/bin/python3", IdentityMachine.acctstore] {
            let inside = Process.running(
                path, namespaces: Self.foreign, flatpak: Self.app)
            #expect(try IdentityMachine([inside]).name() == .flatpak("org.example.App"), "\(path)")
        }
    }

    @Test("A file that says so names nothing where the agent's own mounts are: anybody can have such a root")
    func fileOutside() throws {
        let outside = Process.running("/usr/bin/tool", flatpak: Self.app)
        #expect(try IdentityMachine([outside]).name() == .sandbox)
    }

    @Test("A file that is not to be trusted is refused, and says why")
    func unreadableFile() throws {
        let inside = Process.running(
            "/app/bin/tool", namespaces: Self.foreign,
            flatpak: .unreadable("its /.flatpak-info is a link"))
        #expect(throws: NamingRefusal(reason: "its /.flatpak-info is a link")) {
            try IdentityMachine([inside]).name()
        }
    }

    @Test("A program outside is never named as one that stands above it in a sandbox, and has no other name either")
    func outsideBelowInside() throws {
        let above = Process.running(
            "/app/bin/tool", namespaces: Self.foreign, flatpak: Self.app)
        #expect(try IdentityMachine([.acctstore(), above]).name() == .sandbox)
        #expect(try IdentityMachine([.acctstore(), .running("/snap/bin/tool", label: Self.snap)]).name() == .sandbox)
        for helper in ["bwrap", "xdg-dbus-proxy", "flatpak-session-helper"] {
            #expect(try IdentityMachine([.acctstore(), .running("/usr/libexec/\(helper)")]).name() == .sandbox)
        }
    }

    @Test("Foreign namespaces and the borders of sandboxes are a sandbox without a name, whatever the path says")
    func nameless() throws {
        let own = Self.own
        let other = FileIdentity(device: 4, inode: 99)
        for process in [
            Process.running("/usr/bin/tool", namespaces: Namespaces(mount: other, user: own.user)),
            .running("/usr/bin/tool", namespaces: Namespaces(mount: own.mount, user: other)),
            .running(IdentityMachine.acctstore, namespaces: Namespaces(mount: other, user: own.user)),
            .running("/usr/bin/xdg-dbus-proxy"), .running("/usr/bin/bwrap"),
        ] {
            #expect(try IdentityMachine([process]).name() == .sandbox)
        }
    }

    @Test("An agent that cannot tell its own namespaces takes nobody for a program outside, and none by a file")
    func blindAgent() throws {
        for mark in [FlatpakMark.none, Self.app] {
            var machine = IdentityMachine([.running("/usr/bin/tool", flatpak: mark)])
            machine.ownNamespaces = nil
            #expect(try machine.name() == .sandbox)
        }
    }

    @Test("A sandbox that changes between two looks has no name")
    func changed() throws {
        let inside = Process.running(
            "/app/bin/tool", namespaces: Self.foreign, flatpak: Self.app)
        var machine = IdentityMachine([inside])
        var other = try #require(machine.processes[100])
        other.image?.flatpak = .info(FlatpakInfo(application: "org.example.Other"))
        machine.later = [100: other]
        let named = try machine.named()
        #expect(named.program == .sandbox && named.sandboxInstance == nil)
    }

    @Test("An instance lasts as long as the outermost process inside")
    func instance() throws {
        let inside = Process.running(
            "/app/bin/tool", namespaces: Self.foreign, flatpak: Self.app)
        let outermost = Process.running(
            "/usr/bin/bwrap", namespaces: Self.foreign, flatpak: Self.app)
        let named = try IdentityMachine([inside, inside, outermost, .running("/usr/bin/bwrap")]).named()
        #expect(named.sandboxInstance == "org.example.App 7")
        #expect(named.process.pid == 102)
        #expect(named.provenance.steps == ["tool", "tool", "bwrap", "bwrap"])
    }

    // MARK: Snaps

    static let snap = "snap.example.tool (enforce)"

    @Test("A Snap is named by its label, from the bus or from the kernel")
    func snaps() throws {
        let labelled = Process.running("/snap/example/1/tool", label: Self.snap)
        #expect(try IdentityMachine([labelled]).name() == .snap("example"))
        #expect(try IdentityMachine([labelled]).named(label: Self.snap).program == .snap("example"))
        let unlabelled = Process.running("/snap/example/1/tool", namespaces: Self.foreign)
        #expect(try IdentityMachine([unlabelled]).named(label: Self.snap).program == .snap("example"))
        for (label, name) in [
            ("snap.example_work.tool (enforce)", "example_work"), ("snap.a-b.hook.configure (kill)", "a-b"),
            ("snap.example.tool//child (enforce)", "example"),
        ] {
            #expect(try IdentityMachine([.running("/snap/x", label: label)]).name() == .snap(name), "\(label)")
        }
    }

    @Test("Labels that disagree, or that are of no known form, name nobody")
    func strangeLabels() throws {
        let labelled = Process.running("/snap/example/1/tool", label: Self.snap)
        for other in ["snap.other.tool (enforce)", "unconfined", "snap.example.tool (complain)"] {
            #expect(try IdentityMachine([labelled]).named(label: other).program == .sandbox, "\(other)")
        }
        for label in [
            "snap.example.tool", "snap.example (enforce)", "snap.example. (enforce)", "snap.EXAMPLE.tool (enforce)",
            "snap..tool (enforce)", "snap.a/../b.tool (enforce)", "snap.a\nb.tool (enforce)", "snap.example.tool (odd)",
            "snap.\(String(repeating: "a", count: 41)).tool (enforce)",
        ] {
            #expect(try IdentityMachine([.running("/snap/x", label: label)]).name() == .sandbox, "\(label)")
        }
    }

    @Test("A Snap that nothing confines is a program like any other, and so is any other label")
    func unconfined() throws {
        for label in [
            "snap.example.tool (complain)", "unconfined", "/usr/bin/tool (enforce)", "snapd (enforce)",
            "unconfined_u:unconfined_r:unconfined_t:s0",
        ] {
            let machine = IdentityMachine([.running("/usr/bin/tool", label: label)])
            #expect(try machine.named(label: label).program == .executable("/usr/bin/tool"), "\(label)")
        }
    }

    @Test("A Flatpak in a Snap, or the reverse, is a sandbox without a name")
    func both() throws {
        let inside = Process.running(
            "/app/bin/tool", namespaces: Self.foreign, flatpak: Self.app,
            label: Self.snap)
        #expect(try IdentityMachine([inside]).name() == .sandbox)
    }
}
