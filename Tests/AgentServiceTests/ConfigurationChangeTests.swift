import AccountModel
import AgentService
import Glibc
import TestRig
import Testing

@Suite("The command that sets a key of the configuration")
struct ConfigurationChangeTests {
    private func set(_ key: String, _ value: String, in path: String) async throws -> AgentConfiguration {
        let command = ConfigurationChange(file: path).step(key, value)
        let ran = try await Program(
            ["/bin/sh", "-c", "umask 000; \(command)"], environment: ["PATH": "/usr/bin:/bin"], user: .current
        ).run()
        #expect(ran.status == 0, "\(command): \(ran.err)")
        return try ConfigurationSource(path: path).current()
    }

    @Test(
        "works when it is pasted, whatever the file has",
        arguments: [
            nil, "", "[network]\ntimeout=5",
            "[acctstore]\nkeychain = secret-service\ncollection=old\n[network]\ntimeout=5\n",
            "# keychain=x\n[acctstore]\nservice=twitter\n\n[network]\ntimeout=5\n",
        ])
    func pasted(_ text: String?) async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let path = folder.path("it's mine/acctstore.conf")
        if let text { try folder.write(text, to: "it's mine/acctstore.conf") }
        let configuration = try await set("keychain", "vault", in: path)
        #expect(configuration.keychain == .vault)
        #expect(configuration.timeout == (text?.contains("timeout") == true ? 5 : 30))
        for label in ["Login", "It's /a & \\b | \"c\" $HOME `id`", "ä#b"] {
            let changed = try await set("collection", label, in: path)
            #expect(changed.collection == label && changed.keychain == .vault)
        }
        let link = folder.path("link.conf")
        unsafe symlink(path, link)
        #expect(try await set("keychain", "secret-service", in: link).keychain == .secretService)
        #expect(try ConfigurationSource(path: path).current().keychain == .secretService)
    }

    @Test("is words where no command would do: another value is read, or the file is not understood")
    func words() throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let path = try folder.write("keychain=vault\n", to: "acctstore.conf")
        #expect(
            ConfigurationChange(file: path).step("keychain", "vault")
                == "Set keychain=vault under [acctstore] in \(path).")
        for label in ["", " a", "a ", "a #b", "#b", "a\nb", "a\u{1B}b"] {
            let step = ConfigurationChange(file: folder.path("none")).step("collection", label)
            #expect(step.hasPrefix("Set collection=") && !step.contains("\n"), "\(step)")
        }
    }
}
