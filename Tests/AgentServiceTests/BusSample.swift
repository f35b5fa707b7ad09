import AccountModel
import FoundationEssentials
import Glibc

/// Values with something in every place.
enum Sample {
    static let aliceID = AccountID("0f0e0d0c-0b0a-4900-8807-060504030201") ?? unreachable()
    static let nobodyID = AccountID("11111111-2222-4333-8444-555555555555") ?? unreachable()
    static let mastodon = Service("mastodon/social.example") ?? unreachable()

    static let alice = Account(
        id: aliceID, number: 2, service: .twitter, app: "default", username: "alice", userID: "123",
        description: "work", isDefault: true, state: .needsLogin, ask: .always)
    static let nobody = Account(
        id: nobodyID, number: 7, service: mastodon, app: "other", username: nil, userID: nil)
    static let renewal = Renewal(
        account: alice, outcome: .rejected, remark: "it is no longer renewed", nextStep: "acctstore login 2")
    static let app = App(service: mastodon, name: "other", consumerKey: "key", callback: "http://127.0.0.1:8765/")
    /// With everything that a visit can have.
    static let deviceVisit = LogInVisit(
        url: "https://api.example/device", callback: "http://127.0.0.1:1/c", landing: "https://app.example/back",
        userCode: "WDJB-MJHT", completeURL: "https://api.example/device?c=1", note: "why", remark: "done before")
    static let urls = ServiceURLs(
        api: "https://api.example/", upload: "https://up.example/", requestToken: "https://api.example/r",
        authorize: "https://api.example/a", accessToken: "https://api.example/t",
        invalidateToken: "https://api.example/i")
    static let profile = ServiceProfile(
        service: mastodon, title: "A title", dialect: .mastodon, api: "https://api.example/",
        upload: "https://up.example/", textLimit: 500, counting: .codepoints, urlLength: 20)
    static let listings = [
        ServiceListing(
            name: "mastodon/social.example", origin: .own, file: "/a/b c.conf",
            abilities: .success(
                ServiceAbilities(
                    profile: profile,
                    urls: ServiceURLs(
                        api: "https://api.example/", oauth2Authorize: "https://a.example/", token: "https://t.example/"),
                    furtherAddresses: [
                        .init(name: .identity, url: "https://api.example/me"),
                        .init(name: .limits, url: "https://api.example/limits"),
                        .init(name: .limits, url: "https://api.example/v1/limits"),
                    ],
                    authorizeParameters: "force_login=true&lang=%C3%A4",
                    protocols: [.oauth1, .oauth2], ways: [.browser, .device], signatureMethod: "HMAC-SHA1",
                    appNeed: .registered, appProofs: [.token], namesLimits: true)), apps: ["default", "ä"]),
        ServiceListing(
            name: "x", origin: .shipped, file: "/x", choice: "ln -s /x",
            abilities: .failure(BrokerError(.notConfigured, "/x:3: wrong", nextStep: "mend it"))),
    ]
    static let listing = GrantListing(
        grant: Grant(
            program: .script("/home/alice/bin/nightly"), service: .twitter, scope: .account(aliceID),
            permissions: [.read, .write], decision: .allow, expires: Date(timeIntervalSince1970: 2_000_000_000),
            created: Date(timeIntervalSince1970: 1_900_000_000),
            lastUsed: Date(timeIntervalSince1970: 1_950_000_000)),
        account: alice)
    static let uses = [
        AccessRecord(
            time: Date(timeIntervalSince1970: 1_950_000_000.25), program: .script("/home/alice/bin/\u{1B}ä b"),
            provenance: Provenance(["ä b", "bash"]), service: .twitter, account: AccessRecord.Subject(alice),
            operation: .perform, method: "POST", url: "https://api.example/1.1/statuses/update.json",
            outcome: .answered(403)),
        AccessRecord(
            time: Date(timeIntervalSince1970: 1_900_000_000), program: .unknown, provenance: Provenance(), service: nil,
            account: AccessRecord.Subject(id: aliceID), operation: .sign, outcome: .failed(.locked)),
    ]
    static let findings = [
        Finding.ok("libraries", "GLib 2.74.6"),
        .note("vault", "not in use", next: "acctstore migrate --to vault"),
        .problem("configuration", "acctstore.conf:2: [network] timeout", code: .notConfigured, next: "Mend it."),
    ]

    static let overview = StoreOverview(
        keychain: KeychainStatus(kind: "secret-service", provider: "keeper", collection: "Login ä", state: .locked),
        accounts: [alice, nobody], acting: alice, reason: .preset,
        trouble: BrokerError(.locked, "the keyring is locked", nextStep: "open it"),
        apps: [AppName(service: mastodon, name: "a b")], defaultService: .twitter,
        log: AccessLogStatus(path: "/home/ä/access.log", isOn: true, trouble: "no room", missing: 3, waiting: 4),
        conflicts: [BrokerError(.notConfigured, "account 1 is kept twice", nextStep: "delete one")])
    static let emptyOverview = StoreOverview(keychain: KeychainStatus(kind: "secret-service", state: .unreachable))
    static let names = KnownNames(
        accounts: [alice], services: [.twitter, mastodon], otherServices: [mastodon],
        apps: [AppName(service: .twitter, name: "default")],
        programs: [.script("/home/alice/bin/ä b"), .cron])
    static let denial = GrantListing(
        grant: Grant(
            program: .cron, service: mastodon, scope: .service, permissions: .read, decision: .deny,
            created: Date(timeIntervalSince1970: 1_900_000_000)),
        account: nil)
    static let post = UnsignedRequest(
        method: "POST", url: "https://api.example/1.1/statuses/update.json",
        parameters: [Parameter("status", "a b"), Parameter("status", ""), Parameter("ä", "\n")],
        headers: [HeaderField("X-One", "1"), HeaderField("X-One", "2")])

    static let importListing = ImportListing(
        handle: ImportHandle(rawValue: "i"),
        items: [
            ImportItem(.app(app), line: 3, note: "is kept already"),
            ImportItem(
                .account(service: mastodon, app: "other", username: "bob", userID: nil), line: 7, standing: .new),
            ImportItem(.account(service: .twitter, app: "default", username: nil, userID: "12"), standing: .kept),
            ImportItem(
                .grant(
                    program: .script("/home/alice/bin/ä b"), service: .twitter, account: "@alice", .deny,
                    [.read, .write]), standing: .replacing("your allow read")),
            ImportItem(.grant(program: .any, service: .twitter, account: nil, .allow, .read)),
        ],
        remarks: [ImportRemark("a token", line: 9, isLoss: true), ImportRemark("a profile is empty", isLoss: false)])
    static let importOutcomes: [ImportOutcome] = [
        .unchanged(nil), .unchanged(alice), .kept, .stored(alice, warning: "was not asked about"),
        .stored(nobody, warning: nil),
        .wouldReplace("@alice (2, twitter)"),
    ]

    /// A descriptor from which a text can be read.
    static func descriptor(of text: String) -> Descriptor {
        var ends: [Int32] = [-1, -1]
        unsafe pipe(&ends)
        let bytes = Array(text.utf8)
        unsafe write(ends[1], bytes, bytes.count)
        close(ends[1])
        return Descriptor(owning: ends[0])
    }

    static func text(from descriptor: Descriptor) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(descriptor.rawValue, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    private static func unreachable<Value>() -> Value {
        preconditionFailure("a sample is written wrongly")
    }
}
