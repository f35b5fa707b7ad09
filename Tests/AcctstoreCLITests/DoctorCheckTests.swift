import AccountModel
import AgentClient
import FoundationEssentials
import Glibc
import TestRig
import Testing

@testable import AcctstoreCLI

@Suite("The checks of doctor")
struct DoctorCheckTests {
    @Test("modes, links and what is missing among our files, each with the line that mends it")
    func files() async throws {
        try await withFolder { home in
            let check = FilesCheck(environment: Environment { $0 == "HOME" ? home : nil })
            #expect(await check.findings().map(\.state) == [.ok])
            let (state, configuration) = ("\(home)/.local/state/acctstore", "\(home)/.config/acctstore")
            for folder in [state, configuration] {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                unsafe chmod(folder, 0o700)
            }
            for (path, mode) in [("\(state)/lock", 0o644), ("\(configuration)/acctstore.conf", 0o666)] {
                try Data().write(to: URL(filePath: path))
                unsafe chmod(path, mode_t(mode))
            }
            unsafe symlink("/etc/passwd", "\(state)/access.log")
            unsafe symlink("/nowhere", "\(configuration)/services")
            let problems = await check.findings().filter { $0.state == .problem }
            #expect(
                problems.map(\.next) == [
                    "chmod o-w \(configuration)/acctstore.conf",
                    "Put /nowhere back, unless you mean to go without it.\nls -l \(configuration)/services",
                    "mv \(state)/access.log \(state)/access.log.link", "chmod 600 \(state)/lock",
                ])
            #expect(problems.map(\.code) == [.notConfigured, .notConfigured, .fileError, .fileError])
            unsafe chmod("\(configuration)/acctstore.conf", 0o644)
            #expect(await check.findings().filter { $0.state == .problem }.count == 3, "readable is no trouble there")
        }
    }

    @Test("in another user's folders nothing is to be mended by this one")
    func anothersFiles() async throws {
        try #require(geteuid() == 0, "only root can be two users")
        func findings(_ variables: [String: String]) async -> [Finding] {
            await FilesCheck(environment: Environment { variables[$0] }).findings()
        }
        try await withFolder { folder in
            let configuration = "\(folder)/alice/.config"
            try write("[acctstore]\n", to: "\(configuration)/acctstore/acctstore.conf")
            try write("", to: "\(folder)/alice/.local/state/acctstore/lock")
            for path in ["", "/.config", "/.config/acctstore", "/.config/acctstore/acctstore.conf"] {
                unsafe chown("\(folder)/alice\(path)", 12345, 12345)
            }
            let home = await findings(["HOME": "\(folder)/alice"])
            #expect(home.map(\.state) == [.note] && home[0].next == nil, "\(home)")
            #expect(home[0].found.hasPrefix("configuration, state, data: not looked at"))
            try FileManager.default.createDirectory(atPath: "\(folder)/root", withIntermediateDirectories: true)
            let named = await findings(["HOME": "\(folder)/root", "XDG_CONFIG_HOME": configuration])
            #expect(named.filter { $0.state == .problem }.map(\.next) == ["unset XDG_CONFIG_HOME"])
            let file = "\(configuration)/acctstore/acctstore.conf"
            #expect(FileMending.command(for: file) == "Run acctstore as user 12345, whose folder that is.")
            // What sudo left in the own home is mended.
            unsafe chown("\(folder)/root", geteuid(), 0)
            try write("", to: "\(folder)/root/.local/state/acctstore/lock")
            unsafe chown("\(folder)/root/.local/state/acctstore/lock", 12345, 12345)
            let own = await findings(["HOME": "\(folder)/root"])
            #expect(own.contains { $0.next?.hasPrefix("sudo chown -R") == true }, "\(own)")
        }
    }

    @Test("a configuration that cannot be read, and a folder in its place")
    func configuration() async throws {
        try await withFolder { home in
            let check = FilesCheck(environment: Environment { $0 == "HOME" ? home : nil })
            let file = "\(home)/.config/acctstore/acctstore.conf"
            try write("[acctstore]\n", to: file)
            unsafe chmod(file, 0)
            func problem() async -> Finding? { await check.findings().first { $0.state == .problem } }
            #expect(await problem()?.next == "chmod 600 \(file)")
            #expect(await problem()?.code == .notConfigured)
            try FileManager.default.removeItem(atPath: file)
            try write("", to: "\(file)/other")
            #expect(await problem()?.next == "mv \(file) \(file).other")
        }
    }

    @Test("a file system that takes nothing, for what is there and for what would be made")
    func room() async throws {
        try await withFolder { home in
            let environment = Environment { $0 == "HOME" ? home : nil }
            #expect(await RoomCheck(environment: environment).findings().map(\.state) == [.ok])
            func nexts(_ facts: FileSystemFacts) async -> [String?] {
                let check = RoomCheck(environment: environment) { $0 == home ? facts : nil }
                return await check.findings().filter { $0.state == .problem && $0.code == .fileError }.map(\.next)
            }
            #expect(await nexts(FileSystemFacts()) == [])
            #expect(await nexts(FileSystemFacts(bytes: 65_536, files: 1)) == [])
            #expect(await nexts(FileSystemFacts(bytes: 0, files: 1)) == Array(repeating: "df -h \(home)", count: 2))
            #expect(
                await nexts(FileSystemFacts(bytes: 1 << 30, files: 0)) == Array(repeating: "df -i \(home)", count: 2))
            #expect(await nexts(FileSystemFacts(isReadOnly: true)) == Array(repeating: "findmnt -T \(home)", count: 2))
            let shared = RoomCheck(environment: environment) {
                $0 == home ? FileSystemFacts(bytes: 0, number: 7) : nil
            }
            let told = await shared.findings()
            #expect(told.map(\.next) == ["df -h \(home)"] && told[0].found.contains("for state and data, at"))
        }
        #expect(await RoomCheck(environment: Environment { _ in nil }).findings().isEmpty)
    }

    @Test("whose home and runtime folder it is")
    func folders() async throws {
        func home(_ variables: [String: String]) async -> [Finding] {
            await HomeCheck(environment: Environment { variables[$0] }).findings()
        }
        #expect(await home([:]).map(\.code) == [.notConfigured])
        #expect(await home(["HOME": "/nowhere"]).map(\.code) == [.fileError])
        try await withFolder { folder in
            #expect(await home(["HOME": folder]).map(\.state) == [.ok])
            unsafe chown(folder, 12345, 12345)
            guard geteuid() == 0 else { return }
            #expect(await home(["HOME": folder, "SUDO_UID": "12345"]).map(\.next) == ["Run acctstore without sudo."])
            let runtime = RuntimeFolderCheck(environment: Environment { $0 == "XDG_RUNTIME_DIR" ? folder : nil })
            #expect(await runtime.findings()[0].found.contains("the folder of user 12345"))
        }
        #expect(await RuntimeFolderCheck(environment: Environment { _ in nil }).findings().map(\.state) == [.note])
    }

    @Test("what keeps an agent from the runtime folder, and the command that mends it")
    func runtime() async throws {
        try await withFolder { folder in
            let environment = Environment { $0 == "XDG_RUNTIME_DIR" ? folder : nil }
            func mending() -> String? { RuntimeFolder(environment)?.mending }
            unsafe chmod(folder, 0o700)
            #expect(mending() == nil)
            unsafe chmod(folder, 0o777)
            #expect(mending() == "chmod 700 \(folder)")
            unsafe chmod(folder, 0o500)
            #expect(mending() == "chmod 700 \(folder)")
            unsafe chmod(folder, 0o700)
            let ours = "\(folder)/acctstore"
            try write("", to: ours)
            #expect(mending() == "mv \(ours) \(ours).other")
            let files = await FilesCheck(environment: environment).findings()
            #expect(files.first { $0.state == .problem }?.next == "mv \(ours) \(ours).other", "\(files)")
            unsafe unlink(ours)
            unsafe symlink("/tmp", ours)
            #expect(mending() == "mv \(ours) \(ours).link")
            unsafe unlink(ours)
            try write("", to: "\(ours)/agent-1.lock")
            #expect(mending() == nil)
            unsafe mkdir("\(ours)/agent-1", 0o700)
            #expect(mending() == "mv \(ours)/agent-1 \(ours)/agent-1.other")
            unsafe rmdir("\(ours)/agent-1")
            unsafe unlink("\(ours)/agent-1.lock")
            unsafe mkdir("\(ours)/agent-1.lock", 0o700)
            #expect(mending() == "mv \(ours)/agent-1.lock \(ours)/agent-1.lock.other")
        }
        #expect(RuntimeFolder(Environment { _ in nil }) == nil)
        #expect(RuntimeFolder(Environment { _ in "/nowhere" })?.mending == RuntimeFolder.otherLogIn)
    }

    @Test("a file of the bus and a unit that lead to an agent which is not there, or to another one")
    func activation() async throws {
        try await withFolder { home in
            let environment = Environment {
                ["XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_DIRS": "/nowhere"][$0]
            }
            let bus = SessionBusFacts(startsAgent: true, hasKeyring: false, startsKeyring: false, hasSystemd: false)
            let agent = NearbyProgram("true", besides: "/usr/bin/acctstore")
            func activation() async -> Finding? {
                await ActivationCheck(environment: environment, bus: bus, agent: agent).findings().first
            }
            #expect(await activation()?.state == .ok)
            let service = "\(home)/dbus-1/services/org.acctstore.Agent1.service"
            try write("[D-BUS Service]\nName=org.acctstore.Agent1\nExec=/nowhere/acctstore-agent --x\n", to: service)
            let missing = await activation()
            #expect(missing?.found == "\(service) starts /nowhere/acctstore-agent, which is not there")
            #expect(missing?.next == "rm \(service)")
            try write("[D-BUS Service]\nExec=/usr/bin/false\n", to: service)
            #expect(await activation()?.state == .note)
            try write("[D-BUS Service]\nExec=/usr/bin/true\n", to: service)
            #expect(await activation()?.state == .ok)

            for program in ["\"/usr/bin/true\" --x", "'/usr/bin/true'", "\"/no where/agent\""] {
                try write("[D-BUS Service]\nExec=\(program)\n", to: service)
                let found = await activation()
                #expect((found?.state == .ok) == !program.contains("no where"), "\(String(describing: found))")
                #expect(found?.found.contains("/no where/agent, which") == program.contains("no where"))
            }
            let without = await ActivationCheck(environment: environment, bus: nil, agent: agent).findings()
            #expect(without.map(\.state) == [.note], "no bus goes by it")

            let systemd = SessionBusFacts(
                startsAgent: true, hasKeyring: false, startsKeyring: false, hasSystemd: true)
            let unit = UnitCheck(environment: environment, bus: systemd)
            try write("[Service]\nExecStart=-/nowhere/agent\n", to: "\(home)/systemd/user/acctstore-agent.service")
            #expect(await unit.findings()[0].found.hasSuffix("starts /nowhere/agent, which is not there"))
            for line in ["%h/.local/bin/acctstore-agent", "acctstore-agent", "/nowhere/agent\nExecStart=/usr/bin/true"]
            {
                try write("[Service]\nExecStart=\(line)\n", to: "\(home)/systemd/user/acctstore-agent.service")
                #expect(await unit.findings().map(\.state) == [.ok], "\(line)")
            }
            try write("[Service]\nExecStart = /usr/bin/true\n", to: "\(home)/systemd/user/acctstore-agent.service")
            #expect(await unit.findings().map(\.state) == [.ok], "blanks around the sign")
            try FileManager.default.removeItem(atPath: "\(home)/systemd/user/acctstore-agent.service")
            try unsafe #require(mkfifo("\(home)/systemd/user/acctstore-agent.service", 0o600) == 0)
            let pipe = await unit.findings()[0]
            #expect(pipe.state == .ok && pipe.found.hasSuffix("what it starts does not show"), "nothing waits at it")
            try FileManager.default.removeItem(atPath: "\(home)/systemd/user/acctstore-agent.service")
            unsafe symlink("/dev/null", "\(home)/systemd/user/acctstore-agent.service")
            #expect(await unit.findings()[0].next == "systemctl --user unmask acctstore-agent.service")
            #expect(await UnitCheck(environment: environment, bus: bus).findings().map(\.state) == [.ok])
        }
    }

    @Test("PATH that finds another acctstore, or none; programs that are not beside this one")
    func programs() async throws {
        try await withFolder { folder in
            func findings(_ path: String, _ program: String) async -> [Finding] {
                await ProgramCheck(
                    environment: Environment { $0 == "PATH" ? path : nil },
                    handover: NearbyProgram(program, besides: "/usr/bin/x"),
                    agent: NearbyProgram("true", besides: "/usr/bin/x")
                ).findings()
            }
            #expect(await findings("/nowhere", "true").map(\.state) == [.ok, .note])
            try write("#!/bin/sh\n", to: "\(folder)/acctstore")
            unsafe chmod("\(folder)/acctstore", 0o755)
            #expect(await findings(folder, "true")[1].found.contains("another acctstore: \(folder)/acctstore"))
            #expect(await findings("/nowhere", "no-such-program").last?.code == .unavailable)
        }
    }

    @Test("a locked vault is a note, a keyring that is locked or hangs a problem with a command")
    func keychain() async {
        func finding(_ status: KeychainStatus, _ trouble: BrokerError? = nil) async -> Finding? {
            await KeychainCheck(overview: StoreOverview(keychain: status, trouble: trouble)).findings().first
        }
        let vault = await finding(KeychainStatus(kind: "vault", path: "/v", state: .unopened))
        #expect(vault?.state == .note && vault?.next == "acctstore unlock")
        let locked = await finding(KeychainStatus(kind: "secret-service", state: .locked))
        #expect(locked?.code == .locked && locked?.next == "acctstore unlock")
        let mistaken = await finding(
            KeychainStatus(kind: "secret-service", state: .unknown), BrokerError(.notConfigured, "no key 's3cret'"))
        #expect(mistaken?.state == .note && mistaken?.found.contains("s3cret") == false)
        let hangs = await finding(
            KeychainStatus(kind: "secret-service", state: .unreachable),
            BrokerError(.unavailable, "the keyring does not answer"))
        #expect(
            hangs?.code == .unavailable && hangs?.next?.hasPrefix("kill -9 $(gdbus call") == true)
        let damaged = await finding(
            KeychainStatus(kind: "vault", path: "/v", state: .unknown), BrokerError(.fileError, "/v is cut short"))
        #expect(damaged?.code == .fileError && damaged?.next == nil)
    }

    private func write(_ text: String, to path: String) throws {
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        try FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
    }
}
