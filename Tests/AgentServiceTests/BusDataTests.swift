import TestRig
import Testing

@testable import AgentService

@Suite("The files in data/ are what the agent does")
struct BusDataTests {
    @Test("the introspection data that is served is that of data/, comments aside")
    func interfaces() throws {
        #expect(InterfaceDescription.agent.lines == (try published("org.acctstore.Agent1.xml")))
        #expect(InterfaceDescription.manager.lines == (try published("org.acctstore.Manager1.xml")))
    }

    @Test("every declared method is served")
    func methods() throws {
        for (interface, xml) in [
            ("org.acctstore.Agent1", InterfaceDescription.agent),
            ("org.acctstore.Manager1", InterfaceDescription.manager),
        ] {
            for line in xml.lines where line.hasPrefix("<method name=\"") {
                let name = String(line.dropFirst(14).prefix { $0 != "\"" })
                #expect(MethodTable.all.handler(interface: interface, method: name) != nil, "\(interface).\(name)")
            }
        }
    }

    @Test("the service files name the installed program, and systemd finds nothing to complain about")
    func serviceFiles() async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let program = try folder.write("#!/bin/sh\n", to: "libexec/acctstore/acctstore-agent", mode: 0o755)
        let activation = try PackageFiles.text("data/org.acctstore.Agent1.service.in")
        #expect(activation.lines.contains("Exec=@libexecdir@/acctstore/acctstore-agent"))
        let unit = try folder.write(
            try PackageFiles.text("data/acctstore-agent.service.in").filling(libexec: folder.path("libexec")),
            to: "acctstore-agent.service")
        let text = folder.read("acctstore-agent.service") ?? ""
        #expect(text.contains("ExecStart=\(program)"))
        for setting in ["PrivateTmp", "ProtectSystem", "ProtectHome", "PrivateUsers", "PrivateDevices"] {
            #expect(!text.contains("\n\(setting)="), "\(setting) makes a namespace")
        }
        let verify = "/usr/bin/systemd-analyze"
        guard PackageFiles.exists(verify) else { return }
        let environment = ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PATH": "/usr/bin:/bin"]
        let outcome = try await Program(
            [verify, "verify", "--user", "--man=no", unit], environment: environment, user: .current
        ).run()
        // It ends with 0 for unknown settings too, so its words count.
        #expect(!outcome.err.contains("acctstore-agent.service:"), "\(outcome.err)")
    }

    private func published(_ name: String) throws -> [String] {
        var text = try PackageFiles.text("data/" + name)
        while let start = text.firstRange(of: "<!--"), let end = text[start.upperBound...].firstRange(of: "-->") {
            text.removeSubrange(start.lowerBound..<end.upperBound)
        }
        guard let node = text.firstRange(of: "<node>") else { return [] }
        return String(text[node.lowerBound...]).lines
    }
}

extension String {
    /// Without indentation and empty lines.
    fileprivate var lines: [String] {
        split(separator: "\n").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }

    fileprivate func filling(libexec: String) -> String {
        var text = self
        while let place = text.firstRange(of: "@libexecdir@") { text.replaceSubrange(place, with: libexec) }
        return text
    }
}
