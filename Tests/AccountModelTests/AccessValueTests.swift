import AccountModel
import Testing

@Suite("Programs and permissions")
struct AccessValueTests {
    @Test(
        "The stored spelling of a program reads back",
        arguments: [
            ProgramIdentity.executable("/usr/bin/a b:c"), .script("/home/alice/bin/nightly"),
            .flatpak("org.example.App"),
            .snap("tool"), .unit("nightly.service"), .cron, .ssh, .terminal, .sandbox, .unknown, .any,
        ])
    func programs(program: ProgramIdentity) {
        #expect(ProgramIdentity(program.description) == program)
    }

    @Test(
        "Any other text names no program",
        arguments: ["", "exe:", "exe:relative", "script:bin/x", "flatpak:", "cron:x", "Terminal", "/usr/bin/x", ":x"])
    func noPrograms(text: String) {
        #expect(ProgramIdentity(text) == nil)
    }

    @Test("Only what has a lasting name can be remembered")
    func remembering() {
        for program in [ProgramIdentity.terminal, .sandbox, .unknown] { #expect(!program.canBeRemembered) }
        for program in [ProgramIdentity.any, .cron, .flatpak("a"), .script("/a")] { #expect(program.canBeRemembered) }
    }

    @Test("GET and HEAD read, every other method writes, in lower case too")
    func methods() {
        for method in ["GET", "HEAD"] { #expect(Permissions(method: method) == .read) }
        for method in ["POST", "DELETE", "get", "OPTIONS", ""] { #expect(Permissions(method: method) == .write) }
    }

    @Test("Permissions are words in a fixed order")
    func words() {
        #expect(Permissions([.write, .read]).description == "read write")
        #expect(Permissions("write read") == [.read, .write])
        #expect(Permissions("") == [])
        #expect(Permissions("read admin") == nil)
        #expect(Permissions(word: "reveal") == .reveal)
    }
}
