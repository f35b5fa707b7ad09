import TestRig
import Testing

/// A redirect is the answer: nothing goes where it leads, least of all what a request was signed with.
@Suite("Redirects")
struct RedirectTests {
    private enum Target: CaseIterable {
        case sameHost, anotherHost, withoutTLS
    }

    @Test("to the same host, another one, or away from TLS: told with where it leads, and not followed")
    func notFollowed() async throws {
        let elsewhere = try await TestService.start()
        try await withRig { rig in
            let secure = try await rig.server.openTLS()
            try rig.folder.describe("secure", TestServiceDescription(.twitter11, base: secure.base))
            let file = try rig.folder.write(secure.authority, to: "home/ca.pem")
            try rig.folder.write("[network]\nca-file=\(file)\n", to: "home/.config/acctstore/acctstore.conf")
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let tokens = try rig.tokens(of: TestService.Known.alice)
            try await terminal.mustRun(
                "acctstore app set secure --key \(TestService.Known.consumerKey) --secret-stdin <input/app")
            try await terminal.mustRun("acctstore add secure --token-stdin <\(tokens)")
            for (target, status) in Target.allCases.flatMap({ target in [301, 302, 307].map { (target, $0) } }) {
                let (account, location) =
                    switch target {
                    case .sameHost: (1, "/1.1/statuses/user_timeline.json")
                    case .anotherHost: (1, elsewhere.base + "1.1/statuses/home_timeline.json")
                    case .withoutTLS: (2, try rig.server.base + "1.1/statuses/home_timeline.json")
                    }
                for command in [
                    "timeline -a \(account)", "view -a \(account) 7", "post -a \(account) x",
                    "unpost -a \(account) 7 --yes", "request -a \(account) GET 1.1/x.json",
                    "request -a \(account) POST 1.1/x.json",
                ] {
                    try await rig.server.reset()
                    var fault = Fault(times: 0)
                    (fault.redirect, fault.status) = (location, status)
                    try await rig.server.add(fault)
                    let ended = try await terminal.run("acctstore \(command)")
                    expectFailure(ended, 76, "\(status)")
                    let paths = try await rig.server.log().map(\.path)
                    #expect(paths.count == 1, "\(command): \(paths)")
                }
            }
            #expect(try await elsewhere.log().isEmpty)
        }
        await elsewhere.stop()
    }
}
