/// Another's server of Mastodon's API, mastodon-mock, running on the loopback.
///
/// Its people are alice, who follows bob, and bob.
package final class MastodonServer: Sendable {
    package let port: UInt16
    private let process: RunningProgram

    private init(process: RunningProgram, port: UInt16) {
        self.process = process
        self.port = port
    }

    /// Starts a server. It ends with the tests at the latest.
    package static func start() async throws -> MastodonServer {
        let python = PackageFiles.root + "/.build/mastodon-mock/bin/python"
        guard PackageFiles.exists(python) else {
            throw RigError("there is no mastodon-mock in .build; run: scripts/install-packages check")
        }
        // Isolated: the folder of the script has modules that bear the names of others.
        var program = Program(
            [python, "-I", PackageFiles.root + "/Tests/TestRig/Scripts/mastodon.py"],
            environment: ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"], user: .current)
        program.input = .open
        let process = try program.start()
        try await process.waitForOut("\n")
        guard let port = process.out.split(whereSeparator: \.isWhitespace).last.flatMap({ UInt16($0) }) else {
            throw RigError("mastodon-mock said “\(process.out)”")
        }
        return MastodonServer(process: process, port: port)
    }

    /// The base URL, with its final slash.
    package var base: String { "http://127.0.0.1:\(port)/" }

    /// What `acctstore add --token-stdin` reads.
    package func tokenLine(of name: String) -> String { "access_token=\(name)-token\n" }

    /// A description of this server, as acctstore keeps it in `services/NAME.conf`.
    package var description: String {
        """
        [service]
        title=mastodon-mock
        dialect=mastodon
        api=\(base)
        [oauth2]
        authorize=\(base)oauth/authorize
        token=\(base)oauth/token
        revoke=\(base)oauth/revoke
        scopes=read write
        [text]
        limit=500
        counting=mastodon
        url-length=23

        """
    }

    /// Makes trouble of the next requests that fit: JSON as mastodon-mock's `faults` take it.
    package func add(fault: String) async throws {
        let request = LoopbackRequest(
            port: port, method: "POST", target: "/api/v1/_mock/faults", headers: ["content-type: application/json"],
            body: Array(fault.utf8))
        let answer = try await request.send()
        guard answer.status == 200 else {
            throw RigError("the fault: \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
    }

    package func stop() async {
        await process.stop()
    }
}
