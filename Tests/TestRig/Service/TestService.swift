import FoundationEssentials
import Glibc

/// The Twitter-compatible server of Tests/TestService, running on the loopback.
package final class TestService: Sendable {
    /// An app, a person and a token that the server knows from its start.
    package enum Known {
        package static let consumerKey = "demo-ck"
        package static let consumerSecret = "demo-cs"
        /// An app for OAuth 2.0, and one that is public.
        package static let clientID = "demo-id"
        package static let clientSecret = "demo-cse"
        package static let publicClientID = "demo-public"
        package static let alice = Person(
            name: "alice", id: "1001", password: "wonderland", token: "1001-alice", tokenSecret: "alice-ts")
        package static let aliceWork = Person(
            name: "alice_work", id: "1002", password: "p%+& ~é/", token: "1002-work", tokenSecret: "work-ts")
        package static let bob = Person(
            name: "bob", id: "1003", password: "builder", token: "1003-bob", tokenSecret: "bob-ts")
    }

    package struct Person: Sendable {
        package let name: String
        package let id: String
        package let password: String
        package let token: String
        package let tokenSecret: String

        /// What `acctstore add --token-stdin` reads.
        package var tokenLine: String {
            "oauth_token=\(token)&oauth_token_secret=\(tokenSecret)&user_id=\(id)&screen_name=\(name)\n"
        }
    }

    package let port: UInt16
    private let scheme: String
    private let process: RunningProgram

    private init(process: RunningProgram, port: UInt16, scheme: String) {
        self.process = process
        self.port = port
        self.scheme = scheme
    }

    /// Starts a server; `options` are those of server.py. It ends with the tests at the latest.
    ///
    /// With TLS the control endpoints are out of this class's reach.
    package static func start(options: [String] = []) async throws -> TestService {
        let script = PackageFiles.root + "/Tests/TestService/server.py"
        var program = Program(
            ["/usr/bin/python3", script, "--exit-with-stdin"] + options,
            environment: ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"], user: .current)
        program.input = .open
        let process = try program.start()
        try await process.waitForOut("\n")
        guard let port = process.out.split(whereSeparator: \.isWhitespace).last.flatMap({ UInt16($0) }) else {
            throw RigError("the test service said “\(process.out)”")
        }
        return TestService(process: process, port: port, scheme: options.contains("--key") ? "https" : "http")
    }

    /// The base URL, with its final slash.
    package var base: String { "\(scheme)://127.0.0.1:\(port)/" }

    /// What the server wrote to stderr: nothing, unless it has a bug.
    package var errors: String { process.err }

    package func stop() async {
        await process.stop()
    }

    /// A description of this service, which is called by one name or another.
    package func description(
        _ dialect: TestServiceDescription.Dialect = .twitter11
    ) -> TestServiceDescription {
        TestServiceDescription(dialect, base: base)
    }

    // MARK: - What a test asks of it

    /// Makes trouble of the next requests that fit.
    package func add(_ fault: Fault) async throws {
        _ = try await control("POST", "fault", JSONEncoder().encode(fault))
    }

    package func clearFaults() async throws {
        _ = try await control("DELETE", "fault")
    }

    /// Sets the server's clock so many seconds ahead, in its Date header and in its check of timestamps.
    package func setClock(ahead seconds: Double) async throws {
        _ = try await control("POST", "clock", JSONEncoder().encode(["offset": seconds]))
    }

    /// Does on the site what `person` would: approves the log-in behind a request token. Answers the PIN.
    package func authorize(_ requestToken: String, as person: Person, pin: String? = nil) async throws -> String {
        struct Answer: Decodable { let pin: String }
        let more = pin.map { "&pin=\($0)" } ?? ""
        let answer = try await control("POST", "authorize?oauth_token=\(requestToken)&user=\(person.name)\(more)")
        return try JSONDecoder().decode(Answer.self, from: answer).pin
    }

    /// Plants posts, oldest first; answers their ids.
    @discardableResult
    package func seed(_ posts: [SeededPost], users: [SeededUser] = []) async throws -> [String] {
        struct Seed: Encodable {
            let posts: [SeededPost]
            let users: [SeededUser]
        }
        struct Answer: Decodable { let ids: [String] }
        let answer = try await control("POST", "seed", JSONEncoder().encode(Seed(posts: posts, users: users)))
        return try JSONDecoder().decode(Answer.self, from: answer).ids
    }

    /// Changes how the service behaves, until the next ``reset()``.
    package func set(_ options: ServiceOptions) async throws {
        _ = try await control("POST", "options", JSONEncoder().encode(options))
    }

    /// Takes a token back, as a person can on the site.
    package func revoke(_ token: String) async throws {
        _ = try await control("POST", "revoke?token=\(token)")
    }

    /// Every request so far, oldest first.
    package func log() async throws -> [LoggedRequest] {
        try await JSONDecoder().decode([LoggedRequest].self, from: control("GET", "log"))
    }

    /// Every post so far, oldest first.
    package func posts() async throws -> [PostedText] {
        try await JSONDecoder().decode([PostedText].self, from: control("GET", "posts"))
    }

    /// How many posts were taken as commands and became direct messages.
    package func directMessageCount() async throws -> Int {
        try await JSONDecoder().decode([[String: String]].self, from: control("GET", "messages")).count
    }

    /// Forgets log, posts, options and faults; the clock is right again.
    package func reset() async throws {
        _ = try await control("POST", "reset")
    }

    func control(_ method: String, _ name: String, _ body: Data = Data()) async throws -> Data {
        let request = LoopbackRequest(port: port, method: method, target: "/_test/" + name, body: Array(body))
        let answer = try await request.send()
        guard answer.status == 200 else {
            throw RigError("\(method) /_test/\(name): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
        return Data(answer.body)
    }
}
