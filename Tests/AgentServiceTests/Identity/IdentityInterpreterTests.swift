import AccountModel
import AgentService
import Testing

@Suite("Which file an interpreter runs")
struct IdentityInterpreterTests {
    static let folder = "/home/alice"
    static let file = "/home/alice/a.x"

    @Test(
        "A file after any options",
        arguments: [
            ["python3.11", "a.x"], ["python3", "-u", "a.x", "-c", "x"], ["python3", "-W", "ignore", "a.x"],
            ["python3", "-Wignore", "-X", "dev", "-Es", "a.x"], ["python3", "--", "a.x"], ["pypy3", "a.x"],
            ["bash", "a.x"], ["bash", "--norc", "-e", "a.x"], ["bash", "-o", "pipefail", "-eu", "a.x"],
            ["bash", "-eo", "pipefail", "a.x"], ["bash", "--rcfile", "r", "a.x"], ["bash", "-norc", "a.x"],
            ["bash", "+B", "a.x"], ["sh", "-", "a.x"], ["dash", "-e", "./a.x"], ["zsh", "-f", "a.x"],
            ["perl", "-w", "a.x"], ["perl", "-Ilib", "-I", "lib", "-Mstrict", "a.x"], ["perl", "-T", "--", "a.x"],
            ["ruby", "-rjson", "-r", "set", "a.x"], ["ruby", "--disable", "gems", "a.x"], ["ruby", "-W0", "a.x"],
            ["node", "--require", "x", "a.x"], ["node", "--no-warnings", "a.x", "-e"], ["node", "-r", "x", "a.x"],
            ["tclsh8.6", "a.x"], ["awk", "-f", "a.x"], ["lua5.4", "/home/alice//./a.x"],
        ])
    func files(line: [String]) throws {
        #expect(try name(line) == .script(IdentityInterpreterTests.file))
    }

    @Test(
        "Text, modules, standard input and what is not understood have no name",
        arguments: [
            ["python3", "-c", "a.x"], ["python3", "-uc", "a.x"], ["python3", "-m", "a.x"], ["python3", "-"],
            ["python3"], ["python3", "-i"], ["perl", "-e", "a.x"], ["perl", "-0777ne", "a.x"],
            ["perl", "-i.bak", "-pe", "s", "a.x"], ["perl", "-S", "a.x"], ["ruby", "-e", "a.x"],
            ["ruby", "-C", "/tmp", "a.x"], ["node", "-e", "a.x"], ["node", "--eval", "1", "a.x"],
            ["node", "-pe", "1", "a.x"], ["node"], ["bash", "-s", "a.x"], ["sh"], ["bash", "-i"],
            ["awk", "a.x"], ["php", "-r", "a.x"], ["java", "-jar", "a.x"], ["java", "a.x"],
            ["ld-linux-x86-64.so.2", "a.x"], ["python3", "missing.py"], ["python3", "folder"], ["python3", ""],
            ["bash", "/dev/fd/63"], ["bash", "/proc/self/fd/3"], ["python3", "/dev/stdin"],
        ])
    func nothing(line: [String]) throws {
        #expect(try name(line) == .unknown)
    }

    @Test("A path with .. is told from the folder that it leads to, its last link kept")
    func parentFolders() throws {
        var process = self.process(["bash", "../bin/nightly"])
        process.image?.workingDirectory = "/home/alice/work"
        var machine = IdentityMachine([process], files: ["/home/alice/bin/nightly"])
        machine.folders["/home/alice/work/../bin"] = "/home/alice/bin"
        #expect(try machine.name() == .script("/home/alice/bin/nightly"))
    }

    private func name(_ line: [String]) throws -> ProgramIdentity {
        var machine = IdentityMachine([process(line)], files: [IdentityInterpreterTests.file])
        machine.files["/home/alice/folder"] = FileStatus(identity: .named("folder"), isRegular: false)
        machine.files["/dev/fd/63"] = FileStatus(identity: .named("63"), isRegular: true)
        machine.files["/proc/self/fd/3"] = FileStatus(identity: .named("3"), isRegular: true)
        machine.files["/dev/stdin"] = FileStatus(identity: .named("0"), isRegular: true)
        return try machine.name()
    }

    private func process(_ line: [String]) -> ProcessFacts {
        var process = ProcessFacts.running("/usr/bin/\(line[0])", folder: IdentityInterpreterTests.folder)
        process.image?.arguments = line
        return process
    }
}
