import TestRig
import Testing

/// A service whose base has a path, so that its border can be tried.
private let prefix = "1.1/"

/// What may be signed is decided on the one string that is then signed and sent, whoever reads it how.
@Suite("URLs that programs ask to have signed")
struct RefusedURLTests {
    /// Tricks by which a URL looks as if it led to the service, or to another place than it does. `PORT` is the service's.
    private static let refused = [
        // Who is spoken to.
        "http://alice@127.0.0.1:PORT/1.1/x.json", "http://127.0.0.1:PORT@evil.example/1.1/x.json",
        "http://127.0.0.1:PORT%40evil.example/1.1/x.json", "http://127.0.0.1:PORT#@evil.example/1.1/x.json",
        "http://evil.example#@127.0.0.1:PORT/1.1/x.json", "http://evil.example\\@127.0.0.1:PORT/1.1/x.json",
        "http://evil.example?@127.0.0.1:PORT/1.1/x.json", "http://127.0.0.1:PORT\\@evil.example/1.1/x.json",
        "http://@127.0.0.1:PORT/1.1/x.json", "http://:@127.0.0.1:PORT/1.1/x.json",
        "http://127.0.0.1.:PORT/1.1/x.json", "http://localhost:PORT/1.1/x.json", "http://[::1]:PORT/1.1/x.json",
        "http://[::ffff:127.0.0.1]:PORT/1.1/x.json", "http://127.1:PORT/1.1/x.json",
        "http://2130706433:PORT/1.1/x.json",
        "http://0x7f000001:PORT/1.1/x.json", "http://0177.0.0.1:PORT/1.1/x.json", "http://127.0.0.01:PORT/1.1/x.json",
        "http://%31%32%37.0.0.1:PORT/1.1/x.json", "http://127.0.0.1%2eevil.example:PORT/1.1/x.json",
        "http://127.0.0.1%00.evil.example:PORT/1.1/x.json", "http://127.0.0.1.evil.example:PORT/1.1/x.json",
        "http://１２７.0.0.1:PORT/1.1/x.json", "http://127。0。0。1:PORT/1.1/x.json", "http://[127.0.0.1]:PORT/1.1/x.json",
        "http://[::1%25lo]:PORT/1.1/x.json", "http:///127.0.0.1:PORT/1.1/x.json", "http:/127.0.0.1:PORT/1.1/x.json",
        "http:127.0.0.1:PORT/1.1/x.json", "http:\\\\127.0.0.1:PORT\\1.1\\x.json", "//127.0.0.1:PORT/1.1/x.json",
        // By which port and scheme.
        "http://127.0.0.1/1.1/x.json", "http://127.0.0.1:/1.1/x.json", "http://127.0.0.1:80/1.1/x.json",
        "http://127.0.0.1:PORT1/1.1/x.json", "http://127.0.0.1:-PORT/1.1/x.json", "http://127.0.0.1:+PORT/1.1/x.json",
        "http://127.0.0.1:PORT:80/1.1/x.json", "http://127.0.0.1: PORT/1.1/x.json",
        "http://127.0.0.1:0xPORT/1.1/x.json",
        "http://127.0.0.1:99999/1.1/x.json", "http://127.0.0.1:0/1.1/x.json", "https://127.0.0.1:PORT/1.1/x.json",
        "ftp://127.0.0.1:PORT/1.1/x.json", "file:///1.1/x.json", "javascript://127.0.0.1:PORT/1.1/x.json",
        "ht\ttp://127.0.0.1:PORT/1.1/x.json", "ht\nttp://127.0.0.1:PORT/1.1/x.json",
        "\thttp://127.0.0.1:PORT/1.1/x.json",
        " http://127.0.0.1:PORT/1.1/x.json", "http ://127.0.0.1:PORT/1.1/x.json", "http%3a//127.0.0.1:PORT/1.1/x.json",
        "http://127.0.0.1:PORT/1.1/x.json ", "http://127.0.0.1:PORT/1.1/x.json\n",
        "http://127.0.0.1:PORT/1.1/x\r\n.json",
        "http://127.0.0.1\t:PORT/1.1/x.json", "http://127.0.\n0.1:PORT/1.1/x.json", "", "/1.1/x.json",
        // By which path.
        "http://127.0.0.1:PORT/1.1evil/x.json", "http://127.0.0.1:PORT/1.10/x.json", "http://127.0.0.1:PORT/1.1",
        "http://127.0.0.1:PORT/", "http://127.0.0.1:PORT", "http://127.0.0.1:PORT/x/1.1/x.json",
        "http://127.0.0.1:PORT/1.1/../oauth/access_token", "http://127.0.0.1:PORT/1.1/%2e%2e/x.json",
        "http://127.0.0.1:PORT/1.1/%2E./x.json", "http://127.0.0.1:PORT/1.1/.%2e/x.json",
        "http://127.0.0.1:PORT/1.1/%252e%252e/x.json", "http://127.0.0.1:PORT/1.1/..%2fx.json",
        "http://127.0.0.1:PORT/1.1/..%5cx.json", "http://127.0.0.1:PORT/1.1/..;/x.json",
        "http://127.0.0.1:PORT/1.1/./x",
        "http://127.0.0.1:PORT/1.1/..", "http://127.0.0.1:PORT/1.1/%2e%2e", "http://127.0.0.1:PORT/1.1//x.json",
        "http://127.0.0.1:PORT//1.1/x.json", "http://127.0.0.1:PORT/1.1%2fx.json",
        "http://127.0.0.1:PORT/%2f1.1/x.json",
        "http://127.0.0.1:PORT/1.1;/x.json", "http://127.0.0.1:PORT/1.1/x\\y.json",
        "http://127.0.0.1:PORT/1.1/x%00.json",
        "http://127.0.0.1:PORT/1.1/x%0d%0aHost:%20evil.example", "http://127.0.0.1:PORT/1.1/x%zz.json",
        "http://127.0.0.1:PORT/1.1/x%.json", "http://127.0.0.1:PORT/1.1/é.json",
        "http://127.0.0.1:PORT/1.1/x\u{7F}.json",
        "http://127.0.0.1:PORT/1.1/x.json#", "http://127.0.0.1:PORT/1.1/x.json#y",
        "http://127.0.0.1:PORT/1.1/x.json?a#b",
        "http://127.0.0.1:PORT/1.1/x y.json", "http://127.0.0.1:PORT?/1.1/x.json", "http://127.0.0.1:PORT/?/1.1/x.json",
        // The log-in's own addresses, however they are spelt.
        "http://127.0.0.1:PORT/oauth/access_token", "http://127.0.0.1:PORT/1.1/oauth/invalidate_token.json",
        "http://127.0.0.1:PORT/1.1/oauth/invalidate%5Ftoken.json",
        "http://127.0.0.1:PORT/1.1/oauth/INVALIDATE_TOKEN.json",
        "http://127.0.0.1:PORT/1.1/oauth/invalidate_token.json/",
        "http://127.0.0.1:PORT/1.1/oauth/invalidate_token.json?x",
        "http://127.0.0.1:PORT/1.1/oauth%2finvalidate_token.json",
        // Parameters that change the meaning, in the query itself.
        "http://127.0.0.1:PORT/1.1/x.json?oauth_token=1", "http://127.0.0.1:PORT/1.1/x.json?a;OAuth_Callback=1",
        "http://127.0.0.1:PORT/1.1/x.json?%5fmethod=DELETE", "http://127.0.0.1:PORT/1.1/x.json?x_auth_mode=1",
    ]

    /// What is allowed, with spellings that only look odd.
    private static let allowed = [
        "http://127.0.0.1:PORT/1.1/x.json", "HTTP://127.0.0.1:PORT/1.1/x.json", "http://127.0.0.1:0PORT/1.1/x.json",
        "http://127.0.0.1:PORT/1.1/a;b/c.json", "http://127.0.0.1:PORT/1.1/a%2fb.json",
        "http://127.0.0.1:PORT/1%2e1/x.json",
        "http://127.0.0.1:PORT/1.1/...", "http://127.0.0.1:PORT/1.1/.x/y.", "http://127.0.0.1:PORT/1.1/%7Ex/%C3%A9",
        "http://127.0.0.1:PORT/1.1/x.json?a=/../b&c=//d@e&f=http://g", "http://127.0.0.1:PORT/1.1/x.json?[]{}|^`%zz&&",
        "http://127.0.0.1:PORT/1.1/x.json??a", "http://127.0.0.1:PORT/1.1/",
        "http://127.0.0.1:PORT/1.1/x,y(z)!*'$=@:&+.json",
    ]

    @Test("every trick is refused, signed or sent, before anything reaches the service")
    func refusals() async throws {
        try await withSigningRig { rig, program, account in
            let port = String(try rig.server.port)
            for method in ["Sign", "Perform"] {
                let urls = Self.refused.map { $0.replacing("PORT", with: port) }
                let answers = try await program.ask(urls.map { request(method, account, "GET", .string($0)) })
                for (url, answer) in zip(urls, answers) {
                    let isRefused = ["URLNotAllowed", "InvalidArgument"].contains(answer.error ?? "")
                    #expect(isRefused, "\(method) \(url): \(answer.error ?? "allowed") \(answer.answer)")
                }
            }
            #expect(try await rig.server.log().isEmpty)
        }
    }

    @Test("what is allowed is read alike by Python and curl, and arrives byte for byte as it was signed")
    func twoReadings() async throws {
        try await withSigningRig { rig, program, account in
            let port = String(try rig.server.port)
            var sent = 0
            for url in Self.allowed.map({ $0.replacing("PORT", with: port) }) {
                let signed = try await program.ask([request("Sign", account, "GET", .string(url))])[0]
                let text = try #require(
                    signed.answer[0].string, "\(url): \(signed.error ?? "") \(signed.message ?? "")")
                let path = String(text.dropFirst("http://127.0.0.1:\(port)".count))
                let read = try await program.ask([["compare": .string(text)]])[0].answer
                #expect(read["host"].string == "127.0.0.1" && read["port"].number == Int(port), "\(text): \(read)")
                #expect(read["scheme"].string == "http")
                #expect(
                    read["curl"].string == path && read["curl_host"].string == "127.0.0.1:\(port)", "\(text): \(read)")
                let performed = try await program.ask([request("Perform", account, "GET", .string(url))])[0]
                let log = try await rig.server.log()
                #expect(log.allSatisfy { $0.header("Host") == "127.0.0.1:\(port)" })
                if performed.error == nil {
                    // Beside the agent's own request there is curl's.
                    #expect(log.map(\.target) == [path, path], "\(url)")
                    sent += 1
                } else {
                    // The network's library would spell it anew: then nothing is sent, and the program is told how.
                    #expect(performed.message?.contains("would be sent in another spelling") == true, "\(url)")
                    #expect(log.map(\.target) == [path], "\(url)")
                }
                try await rig.server.reset()
            }
            #expect(sent > Self.allowed.count / 2)
        }
    }

    private func request(_ method: String, _ account: JSON, _ verb: JSON, _ url: JSON) -> JSON {
        let rest: [JSON] = method == "Perform" ? [[], [], nil] : [[]]
        return ["call": .string(method), "arguments": .array([account, verb, url] + rest)]
    }
}

extension LoggedRequest {
    /// Path and query, as they were on the wire.
    fileprivate var target: String { query.isEmpty ? path : "\(path)?\(query)" }
}

/// A rig with a program that may read and write as one account of a service whose API lies below `/1.1/`.
func withSigningRig(
    _ body: (_ rig: Rig, _ program: AskingProgram, _ account: JSON) async throws -> Void
) async throws {
    try await withRig { rig in
        try rig.folder.describe(
            "local", TestServiceDescription(.twitter11, base: try rig.server.base, api: prefix))
        let terminal = try await rig.terminal(with: TestService.Known.alice)
        let program = try AskingProgram.start(in: rig)
        try await terminal.mustRun("acctstore grant \(program.path) 1")
        let account = try await rig.accountArgument(terminal)
        try await rig.server.reset()
        try await body(rig, program, account)
    }
}
