import TestRig
import Testing

/// A proxy that the environment of the agent names.
@Suite("A proxy of the environment")
struct EnvironmentProxyTests {
    private enum Password: CaseIterable {
        case none, right, wrong, missing
    }

    @Test(
        "leads to the service, with its password; a wrong or missing one ends at once, and is told as the proxy's",
        arguments: ["https_proxy", "HTTPS_PROXY"])
    func passwords(_ variable: String) async throws {
        for password in Password.allCases {
            let far = try await TestService.start()
            let endpoint = try await far.openTLS()
            let user = password == .none ? nil : "me"
            let proxy = try await far.openProxy(
                routes: ["\(endpoint.host):443": endpoint.port], user: user, password: user.map { _ in "p@ss" })
            let given =
                switch password {
                case .none, .missing: ""
                case .right: "me:p%40ss@"
                case .wrong: "me:mistaken@"
                }
            var options = RigOptions()
            options.environment = [variable: "http://\(given)127.0.0.1:\(proxy)", "no_proxy": "", "NO_PROXY": ""]
            try await withRig(options) { rig in
                try await look(rig, endpoint, succeeds: password == .none || password == .right)
                let asked = try await far.proxied()
                #expect(asked.allSatisfy { $0.method == "CONNECT" && $0.target == "\(endpoint.host):443" })
                #expect((1...4).contains(asked.count))
            }
            await far.stop()
        }
    }

    private func look(_ rig: Rig, _ endpoint: SecureEndpoint, succeeds: Bool) async throws {
        try rig.folder.describe("far", TestServiceDescription(.twitter11, base: "https://\(endpoint.host)/"))
        let file = try rig.folder.write(endpoint.authority, to: "home/ca.pem")
        try rig.folder.write("[network]\nca-file=\(file)\n", to: "home/.config/acctstore/acctstore.conf")
        let start = ContinuousClock.now
        for command in [["timeline", "public"], ["request", "GET", "1.1/statuses/public_timeline.json"]] {
            let ended = try await rig.program(
                [rig.acctstorePath] + command + ["-a", "none", "--service", "far"]
            ).run()
            if succeeds { expectSuccess(ended) } else { expectFailure(ended, 69, "407", "proxy", "password") }
            #expect(!(ended.out + ended.err).contains("mistaken") && !ended.err.contains("p@ss"))
        }
        #expect(start.duration(to: .now) < .seconds(30))
    }
}
