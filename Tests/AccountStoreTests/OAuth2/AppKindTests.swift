import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite("What an app is for")
struct AppKindTests {
    private let fixture = StoreFixture(services: [modern()])

    @Test("an app for OAuth 2.0 is kept with its protocol, and a public one without a secret")
    func stored() async throws {
        try await fixture.setClient(.twitter)
        #expect(
            fixture.records(.app).map(\.secret) == [
                #"{"version":1,"protocol":"oauth2","consumer_key":"cid","consumer_secret":"cse"}"#
            ])
        try await fixture.setClient(.twitter, secret: nil, callback: "http://127.0.0.1:1/c")
        #expect(
            fixture.records(.app).map(\.secret) == [
                #"{"version":1,"protocol":"oauth2","consumer_key":"cid","callback":"http://127.0.0.1:1/c"}"#
            ])
        #expect(
            try await fixture.terminal.apps() == [
                App(
                    service: .twitter, name: "default", consumerKey: "cid", logInProtocol: .oauth2,
                    callback: "http://127.0.0.1:1/c")
            ])
    }

    @Test("a callback that was registered for one protocol does not go over to the other")
    func callback() async throws {
        try await fixture.setApp(.twitter, callback: "http://127.0.0.1:1/c")
        try await fixture.setClient(.twitter)
        #expect(try await fixture.terminal.apps().map(\.callback) == [nil])
    }

    @Test("a log-in goes by the protocol of the app that is named")
    func choice() async throws {
        try await fixture.setApp(.twitter)
        try await fixture.terminal.setApp(
            App(
                service: .twitter, name: "new", consumerKey: "cid", logInProtocol: .oauth2,
                callback: "http://127.0.0.1:8765/c"), secret: .none)
        let step = try await fixture.terminal.beginLogIn(
            LogInRequest(service: .twitter, app: "new", method: .browser, username: "alice"))
        let visit = try BegunVisit(step)
        #expect(visit.page.url.hasPrefix("https://x.com/i/oauth2/authorize?response_type=code&client_id=cid&"))
        #expect(
            visit.parameter("scope") == "tweet.read%20tweet.write%20users.read%20media.write%20offline.access")
        #expect(fixture.transport.sent.isEmpty)
        fixture.transport.answer(
            .response(status: 200, body: "oauth_token=a&oauth_token_secret=b&oauth_callback_confirmed=true"))
        let old = try BegunVisit(try await fixture.logIn(.pin, to: .twitter, as: "alice"))
        #expect(old.page.url.hasPrefix("https://api.x.com/oauth/authorize?"))
        let xauth = await expectError(.notConfigured) {
            _ = try await fixture.terminal.beginLogIn(
                LogInRequest(service: .twitter, app: "new", method: .xauth, username: "alice"))
        }
        #expect(xauth.message.contains("xAuth"))
    }

    @Test("an app, or a secret, of a kind that the service has not is refused before a secret is read")
    func kinds() async throws {
        let pem = try TextInput.descriptor("not read")
        let cases: [(App, AppSecret, String?)] = [
            (
                App(service: modernService, name: "default", consumerKey: "k"), .line(pem),
                "acctstore app set modern --key ID --oauth2"
            ),
            (
                App(service: fixture.local, name: "default", consumerKey: "k", logInProtocol: .oauth2), .none,
                "acctstore app set local --key KEY"
            ),
            (
                App(service: modernService, name: "default", consumerKey: "k", logInProtocol: .oauth2),
                .privateKey(pem), nil
            ),
            (App(service: fixture.local, name: "default", consumerKey: "k"), .none, nil),
            (
                App(service: fixture.local, name: "default", consumerKey: "k"), .privateKey(pem),
                "acctstore app set local --key KEY"
            ),
        ]
        for (app, secret, next) in cases {
            let error = await expectError(.invalidArgument) { try await fixture.terminal.setApp(app, secret: secret) }
            #expect(error.nextStep == next)
        }
        #expect(fixture.records(.app).isEmpty)
    }

    @Test("an app that signs by RSA has a private key, which is looked at when it is kept")
    func privateKey() async throws {
        let rsa = try #require(ServiceDescription.local(name: "rsa", signatureMethod: "RSA-SHA256"))
        let fixture = StoreFixture(services: [rsa])
        let app = App(service: rsa.service, name: "default", consumerKey: "k")
        let line = await expectError(.invalidArgument) {
            try await fixture.terminal.setApp(app, secret: .line(try TextInput.descriptor("cs")))
        }
        #expect(line.nextStep == "acctstore app set rsa --key KEY --rsa-key FILE")
        for text in [
            "", "rubbish", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", rsaPublicKey, ecKey,
        ] {
            let error = await expectError(.inputRefused) {
                try await fixture.terminal.setApp(app, secret: .privateKey(try TextInput.descriptor(text)))
            }
            #expect(!error.message.contains("AAAA"))
        }
        #expect(fixture.records(.app).isEmpty)
        try await fixture.terminal.setApp(app, secret: .privateKey(try TextInput.descriptor(rsaKey)))
        #expect(fixture.records(.app).first?.secret.contains("\n") == false)
        fixture.transport.answer(
            .response(status: 200, body: "oauth_token=a&oauth_token_secret=b&oauth_callback_confirmed=true"))
        _ = try BegunVisit(try await fixture.logIn(.pin, to: rsa.service, as: "alice"))
        #expect(fixture.transport.sent.first?.authorization.contains(#"oauth_signature_method="RSA-SHA256""#) == true)
    }
}

// Made for this test.
private let rsaKey = """
    -----BEGIN PRIVATE KEY-----
    MIICeAIBADANBgkqhkiG9w0BAQEFAASCAmIwggJeAgEAAoGBAM0fQCHK2Dj3I83Q
    4CXmBlv9fCt8zvL4jmKW0ujoEECJ99pPgh8wB8q89VhhaUc5dY6zzQ5bHQ9Xw/8E
    vkaA1TxVnVt2RriD467LhF7PI0w+P41mPme2DDB4wVbMoI+CF+bIWROq6M2L5CEn
    Xmwl5QKoysv/ZBoQcJeRNd+J5SbzAgMBAAECgYAAi2qyLEWysQVJUJqnvxqZN+0S
    eHxcLMjD/j6FG8ifQz6DN97SkmAS67mDCI8s/zwOqu+KcDd9iPAeRzbyHPlz9FaN
    EfRnSIHy0R1gmccXTRKRrwumRTHKd/eV0h+kphFXzkZh/HKB1MAxetMoQJT1G0do
    uqWDWVp7wA/oLRcYIQJBAO0WEX1aFb2EXmDxkiYmgL1s1IUsHtUhVTWbPIoy+xXM
    2tFKzp3IL2o035frZ6iUQQKqsxHXT9vlachl/0wC3isCQQDdfGO2BUwZ5LjIctms
    YjJAR0+D5DX7T2XqyzI6Y52tCn9JK0+ZpJ85MGNfbn2EXPwm1oW4OmfTr87SJNvV
    Br5ZAkEA2GwpwQToDZ10zggXAq5pHQHoqjyRVLtd3lZ8GCfbnpXnNeCU5eFkrw3f
    Af5JHNFg2v9aAbJL2w771oyNVSTVCwJBAIEfZoYUWoRx+mQpyMsdyEv/BtVOc0Ya
    yMD0S0kNEDx0dTZ0AIkDFyxhEF3vbU+AYiRGRljb+/HGed27TUnJD6kCQQCgl6bq
    4dqqCJ8qTr+6FdG99RlcJnxu60G9ojoXMEGaV0aPv3aU+rThDtYEpsPe0BhynQdE
    m1HXInj1JW+NxNN3
    -----END PRIVATE KEY-----

    """
private let rsaPublicKey = """
    -----BEGIN PUBLIC KEY-----
    MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDNH0Ahytg49yPN0OAl5gZb/Xwr
    fM7y+I5iltLo6BBAiffaT4IfMAfKvPVYYWlHOXWOs80OWx0PV8P/BL5GgNU8VZ1b
    dka4g+Ouy4RezyNMPj+NZj5ntgwweMFWzKCPghfmyFkTqujNi+QhJ15sJeUCqMrL
    /2QaEHCXkTXfieUm8wIDAQAB
    -----END PUBLIC KEY-----

    """
private let ecKey = """
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIBk/1sjvTKMiA/bhg4y0MWn7O6n/ekrsWAvSEK8a0MVWoAoGCCqGSM49
    AwEHoUQDQgAEYZIAqzJlvfRYsQBgHPLlu45Mj4tsR0yobKnUZKE6KHW3EUWaNEyF
    DYoe1lOuEluwW172cTLFbQ+7hFH3kM1jJA==
    -----END EC PRIVATE KEY-----

    """
