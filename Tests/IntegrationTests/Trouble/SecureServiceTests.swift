import TestRig
import Testing

/// A service over TLS, whose authority `ca-file` names, with certificates good and wrong, and behind a proxy.
@Suite("A service over TLS")
struct SecureServiceTests {
    @Test("a good certificate of the person's own authority is taken, every wrong one refused before a byte is sent")
    func certificates() async throws {
        try await withRig { rig in
            let service = try rig.server
            for certificate in SecureEndpoint.Certificate.allCases {
                let endpoint = try await service.openTLS(certificate)
                let name = String(describing: certificate).lowercased()
                try rig.folder.describe(name, TestServiceDescription(.twitter11, base: endpoint.base))
                try trust(endpoint, in: rig)
            }
            let terminal = try await terminal(in: rig, for: "good")
            expectSuccess(try await terminal.run("acctstore post hello"))
            #expect(try await service.posts().map(\.text) == ["hello"])

            try await service.reset()
            for (name, words) in [
                ("expired", "expired"), ("notyetvalid", "not valid yet"), ("wronghost", "another host"),
                ("selfsigned", "signed by itself"),
            ] {
                try await addAccount(to: name, at: terminal, in: rig)
                let ended = try await terminal.run("acctstore post -a \(name):alice hello")
                expectFailure(ended, 69, "certificate", words)
            }
            #expect(try await service.log().isEmpty)
        }
    }

    @Test("a proxy is asked for the service by name and told its password, without which it refuses")
    func proxy() async throws {
        try await withRig { rig in
            let service = try rig.server
            let endpoint = try await service.openTLS()
            let proxy = try await service.openProxy(
                routes: ["\(endpoint.host):443": endpoint.port], user: "me", password: "pass")
            let base = "https://\(endpoint.host)/"
            try rig.folder.describe("far", TestServiceDescription(.twitter11, base: base))
            try trust(endpoint, in: rig, more: "proxy=http://me:pass@127.0.0.1:\(proxy)\n")
            let terminal = try await terminal(in: rig, for: "far")
            expectSuccess(try await terminal.run("acctstore post hello"))
            #expect(try await service.posts().map(\.text) == ["hello"])
            let passed = try await service.proxied()
            #expect(passed.allSatisfy { $0.method == "CONNECT" && $0.target == "\(endpoint.host):443" })
            #expect(passed.last?.status == 200)

            try trust(endpoint, in: rig, more: "proxy=http://127.0.0.1:\(proxy)\n")
            expectFailure(try await terminal.run("acctstore post again"), 69, "407")
            #expect(try await service.posts().count == 1)
        }
    }

    private func trust(_ endpoint: SecureEndpoint, in rig: Rig, more: String = "") throws {
        let file = try rig.folder.write(endpoint.authority, to: "home/ca.pem")
        try rig.folder.write("[network]\nca-file=\(file)\n\(more)", to: "home/.config/acctstore/acctstore.conf")
    }

    private func terminal(in rig: Rig, for service: String) async throws -> Terminal {
        let terminal = try await rig.terminal()
        try await addAccount(to: service, at: terminal, in: rig)
        return terminal
    }

    private func addAccount(to service: String, at terminal: Terminal, in rig: Rig) async throws {
        let secret = try rig.folder.write(TestService.Known.consumerSecret, to: "input/app")
        let tokens = try rig.tokens(of: TestService.Known.alice)
        try await terminal.mustRun(
            "acctstore app set \(service) --key \(TestService.Known.consumerKey) --secret-stdin <\(secret)")
        try await terminal.mustRun("acctstore add \(service) --token-stdin <\(tokens)")
    }
}
