import FoundationEssentials
import TestRig

/// A person's machine, and a server of Mastodon's API that somebody else wrote.
struct MastodonMachine {
    let server: MastodonServer
    /// At which alice is account 1 and bob account 2, both at the service `social`.
    let terminal: Terminal

    static func run(_ body: (MastodonMachine) async throws -> Void) async throws {
        try await withServer { server, rig in
            try rig.folder.write(server.description, to: "home/.config/acctstore/services/social.conf")
            let terminal = try await rig.terminal()
            for name in ["alice", "bob"] {
                let tokens = try rig.folder.write(server.tokenLine(of: name), to: "input/\(name)")
                try await terminal.mustRun("acctstore add social --token-stdin <\(tokens)")
            }
            try await body(MastodonMachine(server: server, terminal: terminal))
        }
    }

    /// The server, and a machine that knows nothing of it.
    static func withServer(_ body: (MastodonServer, Rig) async throws -> Void) async throws {
        let server = try await MastodonServer.start()
        do {
            var options = RigOptions()
            options.hasService = false
            try await withRig(options) { rig in try await body(server, rig) }
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// Posts, and answers the id.
    func post(_ words: String) async throws -> String {
        String(try await terminal.mustRun("acctstore post \(words)").dropLast())
    }

    /// A post of a server's, as far as the tests look.
    struct Status: Decodable {
        var id: String
        var visibility: String
        var warning: String
        var replyTo: String?

        private enum CodingKeys: String, CodingKey {
            case id, visibility
            case warning = "spoiler_text"
            case replyTo = "in_reply_to_id"
        }
    }

    /// What the server says of a post when it is asked as somebody.
    func status(_ id: String, as account: Int) async throws -> Status {
        let answer = try await terminal.mustRun("acctstore request -a \(account) GET /api/v1/statuses/\(id)")
        return try JSONDecoder().decode(Status.self, from: Data(answer.utf8))
    }

    struct Shown: Decodable {
        var id: String
        var text: String
    }

    /// The posts of a timeline, by `--jsonl`.
    func posts(_ words: String) async throws -> [Shown] {
        try await terminal.mustRun("acctstore timeline \(words) --jsonl").split(separator: "\n")
            .map { try JSONDecoder().decode(Shown.self, from: Data($0.utf8)) }
    }
}
