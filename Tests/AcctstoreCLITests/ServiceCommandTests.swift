import AccountModel
import AcctstoreCLI
import CommandLineKit
import TestRig
import Testing

@Suite("service: the services and what each can do")
struct ServiceCommandTests {
    private static func profile(
        _ name: String, _ title: String, _ dialect: ServiceProfile.Dialect, _ api: String,
        counting: ServiceProfile.Counting = .weighted, limit: Int = 280
    ) throws -> ServiceProfile {
        ServiceProfile(
            service: try #require(Service(name)), title: title, dialect: dialect, api: api, textLimit: limit,
            counting: counting)
    }

    private static func listings() throws -> [ServiceListing] {
        let tumblr = "/usr/share/acctstore/services/tumblr.conf"
        return [
            ServiceListing(
                name: "broken", origin: .own, file: "/home/alice/.config/acctstore/services/broken.conf",
                abilities: .failure(
                    BrokerError(
                        .notConfigured,
                        "/home/alice/.config/acctstore/services/broken.conf:3: [service] api: 'x': not an absolute URL")
                )),
            ServiceListing(
                name: "mastodon/HOST", origin: .builtIn,
                abilities: .success(
                    ServiceAbilities(
                        profile: try profile(
                            "mastodon", "Mastodon", .mastodon, "https://HOST/", counting: .mastodon, limit: 500),
                        urls: ServiceURLs(
                            api: "https://HOST/", oauth2Authorize: "https://HOST/oauth/authorize",
                            token: "https://HOST/oauth/token", revoke: "https://HOST/oauth/revoke"),
                        protocols: [.oauth2], ways: [.browser, .pin, .tokens], signatureMethod: nil,
                        appNeed: .registered, appProofs: [.token], namesLimits: true))),
            ServiceListing(
                name: "tumblr", origin: .shipped, file: tumblr,
                choice: "mkdir -p -m 700 /home/alice/.config/acctstore/services && "
                    + "ln -sf \(tumblr) /home/alice/.config/acctstore/services/",
                abilities: .success(
                    ServiceAbilities(
                        profile: try profile("tumblr", "Tumblr", .none, "https://api.tumblr.com/"),
                        urls: ServiceURLs(
                            api: "https://api.tumblr.com/", requestToken: "https://www.tumblr.com/oauth/request_token",
                            authorize: "https://www.tumblr.com/oauth/authorize",
                            accessToken: "https://www.tumblr.com/oauth/access_token"),
                        protocols: [.oauth1], ways: [.browser, .pin, .tokens], signatureMethod: "HMAC-SHA1",
                        appNeed: .own, appProofs: [.signature], namesLimits: false)), apps: []),
            ServiceListing(
                name: "twitter", origin: .builtIn,
                abilities: .success(
                    ServiceAbilities(
                        profile: try profile("twitter", "X (Twitter)", .twitter2, "https://api.x.com/"),
                        urls: ServiceURLs(
                            api: "https://api.x.com/", requestToken: "https://api.x.com/oauth/request_token",
                            authorize: "https://api.x.com/oauth/authorize",
                            accessToken: "https://api.x.com/oauth/access_token",
                            oauth2Authorize: "https://x.com/i/oauth2/authorize"),
                        furtherAddresses: [
                            .init(name: .identity, url: "https://api.x.com/2/users/me"),
                            .init(name: .appToken, url: "https://api.x.com/oauth2/token"),
                            .init(name: .limits, url: "https://api.x.com/2/limits"),
                        ],
                        authorizeParameters: "force_login=true",
                        protocols: [.oauth1, .oauth2], ways: [.browser, .pin, .device, .xauth, .tokens],
                        signatureMethod: "HMAC-SHA1", appNeed: .own, appProofs: [.signature, .token], namesLimits: false
                    )), apps: ["default", "work"]),
        ]
    }

    private func run(_ words: String..., only name: String? = nil) async throws -> TestRun.Outcome {
        var script = RecordingBroker.Script()
        script.services = try Self.listings().filter { name == nil ? $0.name != "broken" : $0.name == name }
        return try await TestRun(script: script).run(words.map { RawArgument($0) })
    }

    @Test("all of them, in words and as JSON")
    func all() async throws {
        let text = try await run("service")
        #expect(text.status == 0 && text.messages.isEmpty)
        try Golden.check(text.output, "services")
        let json = try await run("service", "--json")
        #expect(json.status == 0)
        try Golden.check(json.output, "services-json")
    }

    @Test("one of them, with its addresses, its apps, and the command that turns it on")
    func one() async throws {
        for name in ["mastodon", "tumblr", "twitter"] {
            let listed = name == "mastodon" ? "mastodon/HOST" : name
            let outcome = try await run("service", name, only: listed)
            #expect(outcome.status == 0)
            #expect(outcome.messages.contains("ln -sf") == (name == "tumblr"))
            try Golden.check(outcome.output, "service-\(name)")
        }
        let json = try await run("service", "tumblr", "--json", only: "tumblr")
        #expect(json.output.hasPrefix(#"{"service":"tumblr","title":"Tumblr","on":false,"origin":"shipped","#))
    }

    @Test("one that cannot be read hides no other, and is an error that says where")
    func broken() async throws {
        let outcome = try await run("service", only: "broken")
        #expect(outcome.status == 78)
        #expect(outcome.output.hasPrefix("broken  cannot be read  /home/alice/"))
        #expect(outcome.messages.contains("broken.conf:3: [service] api: 'x': not an absolute URL"))
    }
}
