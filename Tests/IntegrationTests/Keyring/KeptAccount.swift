import TestRig

/// An account whose secret is like nothing else in any memory, at a service that only signs.
struct KeptAccount {
    let token = "token" + KeptAccount.random()
    let tokenSecret = "secret" + KeptAccount.random()
    let consumerSecret = "consumer" + KeptAccount.random()

    static let sign = "acctstore sign -a 1 GET http://127.0.0.1:9/1.1/x.json"
    private static let agent = "org.acctstore.Agent1"

    private static func random() -> String {
        String((0..<32).map { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() ?? "x" })
    }

    /// Adds the account, and ends the agent that did it.
    func add(to rig: Rig) async throws -> Terminal {
        try rig.folder.write(
            "[service]\ndialect=none\napi=http://127.0.0.1:9/\n[oauth1]\nrequest-token=http://127.0.0.1:9/oauth/request_token\nauthorize=http://127.0.0.1:9/oauth/authorize\n"
                + "access-token=http://127.0.0.1:9/oauth/access_token\nsignature-method=HMAC-SHA1\n",
            to: "home/.config/acctstore/services/quiet.conf")
        let tokens = try rig.folder.write(
            "oauth_token=\(token)&oauth_token_secret=\(tokenSecret)&user_id=1&screen_name=alice"
                + "&consumer_key=ck&consumer_secret=\(consumerSecret)", to: "input/quiet")
        let terminal = try await rig.terminal()
        try await terminal.mustRun("acctstore add quiet --token-stdin <\(tokens)")
        try await terminal.mustRun("acctstore agent stop")
        return terminal
    }

    /// The agent that runs.
    static func memory(of rig: Rig) async throws -> ProcessMemory {
        ProcessMemory(of: try await rig.bus.ownerPID(agent))
    }

    /// How often one of the secrets stands in the agent's memory.
    func copies(in memory: ProcessMemory) throws -> Int {
        try memory.count(of: tokenSecret) + memory.count(of: consumerSecret)
    }
}
