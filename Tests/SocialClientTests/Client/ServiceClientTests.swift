import AccountModel
import FoundationEssentials
import SocialClient
import Synchronization
import Testing

@Suite struct ServiceClientTests {
    private let account: Account
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws {
        account = Account(
            id: try #require(AccountID("0b9f8a52-6c3d-4e8f-9a10-1f2e3d4c5b6a")), number: 2, service: .twitter,
            app: "default", username: "alice", userID: "12345")
    }

    private func client(
        _ service: ScriptedService, api: String = "https://api.x.com/", noted: @escaping @Sendable () -> Void = {}
    ) throws -> ServiceClient {
        try ServiceClient(
            actor: .account(account),
            profile: ServiceProfile(service: .twitter, title: "X", dialect: .twitter11, api: api),
            performer: service, now: { Self.now }, noteRejectedCredential: noted)
    }

    private func draft(_ text: String = "hello", replyTo: String? = nil) throws -> Draft {
        Draft(try PostText(argument: text.utf8), replyTo: replyTo)
    }

    /// The error that posting ends with; it is tried once only.
    private func failure(_ answer: ScriptedService.Answer) async throws -> BrokerError {
        let service = ScriptedService(answer)
        let client = try client(service)
        let draft = try draft()
        let error = await #expect(throws: BrokerError.self) { try await client.post(draft) }
        #expect(service.requests.count == 1)
        return try #require(error)
    }

    // MARK: - What is sent

    @Test func textIsSentAsItIsWithCommandsOff() async throws {
        let service = ScriptedService(.response(status: 200, body: #"{"id":1}"#))
        _ = try await client(service).post(draft("dm bob a & b=c %41 + &lt;"))
        let request = try #require(service.requests.first)
        #expect(request.method == "POST")
        #expect(request.url == "https://api.x.com/1.1/statuses/update.json")
        #expect(request.parameters.contains(Parameter("status", "dm bob a & b=c %41 + &lt;")))
        #expect(request.parameters.contains(Parameter("enable_dmcommands", "false")))
        #expect(!request.parameters.contains { $0.name == "in_reply_to_status_id" })
    }

    @Test func aReplyNamesThePostWithEveryDigit() async throws {
        let service = ScriptedService(.response(status: 200, body: #"{"id":267081518403440642}"#))
        let post = try await client(service).post(draft(replyTo: "267081518403440641"))
        #expect(post.id == "267081518403440642")
        let parameters = service.requests.first?.parameters ?? []
        #expect(parameters.contains(Parameter("in_reply_to_status_id", "267081518403440641")))
        #expect(parameters.contains(Parameter("auto_populate_reply_metadata", "true")))
    }

    @Test func theCallsLieUnderABaseThatHasAPath() async throws {
        let service = ScriptedService(.response(status: 200, body: #"{"id":1}"#))
        _ = try await client(service, api: "https://social.example/api/").post(draft())
        #expect(service.requests.first?.url == "https://social.example/api/statuses/update.json")
    }

    @Test func nothingIsSentForTextOverTheLimitNorForAReplyToNoPost() async throws {
        let service = ScriptedService(.response(status: 200, body: #"{"id":1}"#))
        let client = try client(service)
        let long = try draft(String(repeating: "a", count: 281))
        await #expect(throws: BrokerError(.inputRefused, "")) { try await client.post(long) }
        let misled = try draft(replyTo: "https://x.com/bob/status/1")
        await #expect(throws: BrokerError(.invalidArgument, "")) { try await client.post(misled) }
        #expect(service.requests.isEmpty)
    }

    @Test func aServiceWithAnotherDialectIsToldApart() {
        let profile = ServiceProfile(service: .twitter, title: "X", dialect: .none, api: "https://api.x.com/")
        let service = ScriptedService(.cutShort(status: 200))
        #expect(throws: BrokerError(.notConfigured, "")) {
            try ServiceClient(actor: .account(account), profile: profile, performer: service)
        }
    }

    // MARK: - What the answers mean

    @Test(
        arguments: [
            (400, "{}", 76), (401, "", 81),
            (401, #"{"errors":[{"code":32,"message":"Could not authenticate you."}]}"#, 81),
            (403, #"{"errors":[{"code":187,"message":"Status is a duplicate."}]}"#, 76),
            (403, #"{"errors":[{"code":89,"message":"Invalid or expired token."}]}"#, 81),
            (404, "<html><title>No such page</title></html>", 76), (413, #"{"error":"Maximum notice size"}"#, 76),
            (420, "", 75), (429, "slow down", 75), (301, "", 76),
            (500, "", 82), (502, "<html>", 82), (503, "<html><title>Over capacity</title></html>", 82),
            (200, "", 82), (200, "<html><title>Sign in</title></html>", 82), (200, #"{"errors":"no"}"#, 82),
            (204, "", 82),
        ] as [(Int, String, Int32)])
    func anAnswerWithoutAPostHasTheStatusOfItsKind(status: Int, body: String, exitStatus: Int32) async throws {
        let error = try await failure(.response(status: status, body: body))
        #expect(error.code.exitStatus == exitStatus)
        #expect(error.message.contains("api.x.com"))
        #expect(error.message.contains("HTTP \(status)"))
        #expect(error.message.contains("@alice (2, twitter)"))
        #expect(!error.message.contains("\n"))
    }

    @Test func anAnswerThatIsCutShortLeavesTheOutcomeUnknown() async throws {
        let error = try await failure(.cutShort(status: 200))
        #expect(error.code == .outcomeUnknown)
        #expect(error.message.contains("connection reset"))
        #expect(error.nextStep == "look at the posts of @alice before you try again")
        #expect(try await failure(.cutShort(status: 403)).code == .serviceRefused)
    }

    @Test func whatPerformThrowsIsPassedOn() async throws {
        #expect(try await failure(.failure(BrokerError(.unavailable, "no route"))).code == .unavailable)
        let error = try await failure(.failure(BrokerError(.outcomeUnknown, "api.x.com did not answer in 30 s")))
        #expect(error.code == .outcomeUnknown)
        #expect(error.message.contains("api.x.com did not answer in 30 s"))
        #expect(error.nextStep?.contains("look at the posts of @alice") == true)
    }

    @Test func aRefusalDoesNotProveThatNothingWasPosted() async throws {
        let error = try await failure(.response(status: 403, body: #"{"errors":[{"code":186,"message":"Too long."}]}"#))
        #expect(
            error.message
                == "api.x.com refused the post by @alice (2, twitter) through the app default: Too long (HTTP 403, code 186)"
        )
        #expect(error.nextStep?.contains("shorten the text") == true)
        #expect(error.nextStep?.contains("look at the posts of @alice before you try again") == true)
    }

    @Test func aRejectedLogInNamesTheCommandThatLogsInAgain() async throws {
        let error = try await failure(.response(status: 401, body: ""))
        #expect(error.nextStep == "acctstore login 2")
    }

    @Test(arguments: [
        ("Tue, 14 Nov 2023 22:23:20 GMT", "about 10 minutes slow"),
        ("Tue, 14 Nov 2023 20:13:20 GMT", "about 2 hours fast"),
        ("Tue, 14 Nov 2023 22:14:00 GMT", "about 40 seconds slow"), ("soon", "clock is wrong"),
    ])
    func aWrongClockIsToldWithByHowMuch(date: String, words: String) async throws {
        let error = try await failure(
            .response(
                status: 401, headers: [HeaderField("date", date)],
                body: #"{"errors":[{"code":135,"message":"Timestamp out of bounds."}]}"#))
        #expect(error.code == .serviceRefused)
        #expect(error.message.contains(words))
        #expect(error.nextStep == "timedatectl set-ntp true")
    }

    @Test("refused keys are to be kept anew for the protocol that the account's app is for")
    func refusedKeys() async throws {
        for (logInProtocol, options) in [(LogInProtocol.oauth1, "--key KEY"), (.oauth2, "--key ID --oauth2")] {
            let service = ScriptedService(
                .response(status: 403, body: #"{"errors":[{"code":99,"message":"Unable to verify your credentials"}]}"#)
            )
            let client = try ServiceClient(
                actor: .account(account),
                profile: ServiceProfile(service: .twitter, title: "X", dialect: .twitter11, api: "https://api.x.com/"),
                performer: service, logInProtocol: { logInProtocol })
            let error = await #expect(throws: BrokerError.self) { try await client.verify() }
            #expect(error?.nextStep == "acctstore app set twitter \(options)")
        }
    }

    @Test func tooManyRequestsSayHowLongToWait() async throws {
        let error = try await failure(
            .response(status: 429, headers: [HeaderField("x-rate-limit-reset", "1700000300")], body: ""))
        #expect(error.code == .tryLater)
        #expect(error.nextStep?.hasSuffix("(in 300 seconds)") == true)
    }

    @Test(arguments: [(89, 1), (32, 0), (135, 0), (64, 0)])
    func onlyCode89MeansThatTheTokenIsDead(code: Int, times: Int) async throws {
        let noted = Mutex(0)
        let service = ScriptedService(.response(status: 401, body: #"{"errors":[{"code":\#(code),"message":"no"}]}"#))
        let client = try client(service) { noted.withLock { $0 += 1 } }
        let draft = try draft()
        await #expect(throws: BrokerError.self) { try await client.post(draft) }
        #expect(noted.withLock { $0 } == times)
    }
}
