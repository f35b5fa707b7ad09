import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

/// What `acctstore service` is told.
@Suite struct CatalogueTests {
    private let fixture = StoreFixture()

    @Test func everyServiceIsListedByNameWithSoftwareThatRunsOnManyHosts() async throws {
        let listings = try await fixture.terminal.services(nil)
        #expect(
            listings.map(\.name) == ["friendica/HOST", "gnusocial/HOST", "local", "mastodon/HOST", "twitter"])
        let twitter = try #require(try listings.last?.abilities.get())
        #expect(twitter.protocols == [.oauth1, .oauth2] && twitter.ways.contains(.browser) && twitter.isSpokenTo)
        #expect(twitter.appNeed == .own && !twitter.namesLimits && twitter.appProofs == [.token])
        let social = try listings[1].abilities.get()
        #expect(social.protocols == [.oauth1] && social.ways == [.browser, .pin, .tokens] && social.appNeed == .none)
        #expect(social.appProofs == [.signature])
        #expect(social.urls.requestToken == "https://HOST/api/oauth/request_token" && social.namesLimits)
        let mastodon = try listings[3].abilities.get()
        #expect(mastodon.protocols == [.oauth2] && mastodon.appNeed == .registered && !mastodon.isSigned)
        #expect(mastodon.appProofs == [.token])
        #expect(mastodon.urls.token == "https://HOST/oauth/token")
        #expect(try listings[2].abilities.get().ways == [.browser, .pin, .xauth, .tokens])
        #expect(listings[2].origin == .own && listings[2].file == "services/local.conf")
    }

    @Test func oneServiceIsFoundByItsName() async throws {
        let host = try #require(Service("mastodon"))
        #expect(try await fixture.terminal.services(host).map(\.name) == ["mastodon/HOST"])
        #expect(try await fixture.terminal.services(.twitter).map(\.name) == ["twitter"])
        let unknown = try #require(Service("twiter"))
        let error = await expectError(.notConfigured) { _ = try await fixture.terminal.services(unknown) }
        #expect(error.message.contains("did you mean twitter?"))
    }

    @Test func appsAreToldToThePersonAlone() async throws {
        try await fixture.setApp(.twitter)
        #expect(try await fixture.terminal.services(.twitter).first?.apps == ["default"])
        #expect(try await fixture.broker(nightly).services(.twitter).first?.apps == nil)
    }

    @Test func softwareWithoutAHostSaysWhatIsMissing() async throws {
        let mastodon = try #require(Service("mastodon"))
        let error = await expectError(.notConfigured) { _ = try await fixture.terminal.profile(of: mastodon) }
        #expect(error.nextStep == "acctstore add mastodon --host HOST")
        let mistyped = try #require(Service("mastadon/social.example"))
        let suggestion = await expectError(.notConfigured) { _ = try await fixture.terminal.profile(of: mistyped) }
        #expect(suggestion.message.contains("did you mean mastodon/social.example?"), "\(suggestion.message)")
    }

    @Test func completionOffersSoftwareByItsOwnName() async throws {
        let names = await fixture.terminal.names()
        #expect(names.services.map(\.description) == ["local", "twitter"])
        #expect(names.otherServices.map(\.description) == ["friendica", "gnusocial", "mastodon"])
    }
}
