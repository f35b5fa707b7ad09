import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

/// How long a post may be, asked from the server.
@Suite struct PostLimitsTests {
    private let instance = #"{"configuration":{"statuses":{"max_characters":5000,"characters_reserved_per_url":25}}}"#

    private func fixture(_ name: String) throws -> (StoreFixture, Service) {
        let service = try #require(Service(name))
        let description = try #require(try BuiltInServices().description(of: service))
        return (StoreFixture(services: [description]), service)
    }

    @Test func mastodonIsAskedOnceADay() async throws {
        let (fixture, service) = try fixture("mastodon/social.example")
        fixture.transport.answer(.response(status: 200, body: instance))
        for _ in 0..<2 {
            let profile = try await fixture.terminal.postingProfile(of: service)
            #expect(profile.textLimit == 5000 && profile.urlLength == 25)
        }
        #expect(try await fixture.terminal.profile(of: service).textLimit == 500)
        #expect(fixture.transport.sent.map(\.url) == ["https://social.example/api/v2/instance"])
        let sent = try #require(fixture.transport.sent.first)
        #expect(sent.authorization.isEmpty && sent.method == "GET" && (sent.timeout ?? 99) <= 5)
        fixture.clock.advance(by: 86_401)
        fixture.transport.answer(.response(status: 200, body: instance.replacing("5000", with: "700")))
        #expect(try await fixture.terminal.postingProfile(of: service).textLimit == 700)
    }

    @Test func aServerWithoutTheNewAddressIsAskedAtTheOldOne() async throws {
        let (fixture, service) = try fixture("mastodon/social.example")
        fixture.transport.answer(
            .response(status: 404, body: "<h1>404 Not Found</h1>"), .response(status: 200, body: instance))
        #expect(try await fixture.terminal.postingProfile(of: service).textLimit == 5000)
        #expect(fixture.transport.sent.last?.url == "https://social.example/api/v1/instance")
    }

    @Test(arguments: [
        (#"{"site":{"textlimit":"140"}}"#, 140), (#"{"site":{"textlimit":140}}"#, 140),
        (#"{"site":{"textlimit":"0"}}"#, 1_000_000), (#"{"site":{}}"#, 1000), ("<html>", 1000), ("[]", 1000),
        (#"{"site":{"textlimit":-1}}"#, 1000), (#"{"site":{"textlimit":99999999999999999999999}}"#, 1000), ("", 1000),
    ]) func gnuSocialSaysItsTextLimit(body: String, limit: Int) async throws {
        let (fixture, service) = try fixture("gnusocial/social.example")
        fixture.transport.answer(.response(status: 200, body: body))
        #expect(try await fixture.terminal.postingProfile(of: service).textLimit == limit)
        #expect(fixture.transport.sent.map(\.url) == ["https://social.example/api/statusnet/config.json"])
    }

    @Test(arguments: [
        (#"{"configuration":{"statuses":{"max_characters":0}}}"#, 500, 23),
        (#"{"configuration":{"statuses":{"max_characters":600,"characters_reserved_per_url":0}}}"#, 600, 23),
        (#"{"max_toot_chars":"5000"}"#, 5000, 23), (#"{"configuration":[]}"#, 500, 23),
    ]) func nonsenseIsNoLimit(body: String, limit: Int, urlLength: Int) async throws {
        let (fixture, service) = try fixture("mastodon/social.example")
        fixture.transport.answer(.response(status: 200, body: body), .response(status: 404))
        let profile = try await fixture.terminal.postingProfile(of: service)
        #expect(profile.textLimit == limit && profile.urlLength == urlLength)
    }

    @Test func aServerThatCannotBeAskedIsLeftAloneForAWhile() async throws {
        let (fixture, service) = try fixture("mastodon/social.example")
        for _ in 0..<3 { #expect(try await fixture.terminal.postingProfile(of: service).textLimit == 500) }
        #expect(fixture.transport.sent.count == 2)
        fixture.clock.advance(by: 301)
        fixture.transport.answer(.response(status: 200, body: instance))
        #expect(try await fixture.terminal.postingProfile(of: service).textLimit == 5000)
    }

    @Test func aServiceThatSaysNothingIsNotAsked() async throws {
        let fixture = StoreFixture()
        #expect(try await fixture.terminal.postingProfile(of: .twitter).textLimit == 280)
        #expect(fixture.transport.sent.isEmpty)
    }

    /// It may be without a network.
    @Test func aSandboxHasNothingAskedForIt() async throws {
        let (fixture, service) = try fixture("mastodon/social.example")
        let program = fixture.broker(.flatpak("org.example.App"))
        #expect(try await program.postingProfile(of: service).textLimit == 500)
        #expect(fixture.transport.sent.isEmpty)
    }
}
