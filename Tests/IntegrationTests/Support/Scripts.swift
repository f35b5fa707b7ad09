import TestRig

/// Programs that ask for an account.
extension Rig {
    /// A script of the person's that signs a request for reading as account 1 and prints the header; answers its path.
    func signingScript(_ name: String = "nightly", times: Int = 1) throws -> String {
        let sign = "acctstore sign -a 1 GET \(try server.base)1.1/statuses/home_timeline.json\n"
        return try script(name, "#!/bin/sh\n" + String(repeating: sign, count: times) + "exit $?\n")
    }

    /// Runs a program as cron or a service would, without a terminal.
    func alone(_ path: String) async throws -> Outcome {
        try await program([path]).run()
    }
}
