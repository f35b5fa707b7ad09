import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite("An authorization code that gets no token")
struct CodeRefusalTests {
    private let fixture = StoreFixture(services: [modern()])

    @Test(
        "an answer that is no token is told, and stores nothing",
        arguments: [
            "", "<html>", "[]", "{}", #"{"access_token":""}"#, #"{"access_token":"a"#, #"{"access_token":7}"#,
            #"{"access_token":"1234","token_type":"mac"}"#, #"{"access_token":"1234","token_type":7}"#,
            #"{"access_token":"12\n34","token_type":"bearer"}"#, #"{"access_token":"12 34"}"#,
            "access_token=1234&token_type=bearer",
        ])
    func noToken(_ body: String) async throws {
        let visit = try await fixture.beginCode()
        fixture.transport.answer(.response(status: 200, body: body))
        _ = fixture.callbacks.comeBack(with: "code=c&state=\(visit.state)")
        let error = await expectError(.serviceRefused) { _ = try await fixture.comeBack(visit) }
        #expect(error.message.contains("nothing was stored") && !error.message.contains("1234"))
        #expect(fixture.records(.account).isEmpty)
    }

    @Test("a public app is set again without a secret")
    func publicAppRefused() async throws {
        try await fixture.setClient(modernService, secret: nil)
        let visit = try BegunVisit(try await fixture.logIn(.browser, to: modernService, as: "alice"))
        fixture.transport.answer(.response(status: 401, body: #"{"error":"invalid_client"}"#))
        _ = fixture.callbacks.comeBack(with: "code=c&state=\(visit.state)")
        let error = await expectError(.serviceRefused) { _ = try await fixture.comeBack(visit) }
        #expect(error.nextStep == "acctstore app set modern --key ID --public")
    }

    @Test(
        "a refusal of the code is told in the service's words, whatever its shape",
        arguments: [
            (
                400, #"{"error":"invalid_grant","error_description":"The code is no longer good."}"#,
                BrokerError.Code.serviceRefused, "400 invalid_grant: The code is no longer good"
            ),
            (401, #"{"error":"invalid_client"}"#, .serviceRefused, "401 invalid_client"),
            (
                400, #"{"error":"invalid_request","error_description":"code c-5678 is wrong"}"#, .serviceRefused,
                "invalid_request: code *** is wrong"
            ),
            (403, "<html><title>Forbidden</title></html>", .serviceRefused, "403: Forbidden"),
            (429, "", .tryLater, "429"), (503, "busy", .tryLater, "503: busy"),
            (400, #"{"error":"temporarily_unavailable"}"#, .tryLater, "temporarily_unavailable"),
            (500, "<html>", .serviceRefused, "500"), (302, "", .serviceRefused, "302"),
        ])
    func refused(_ status: Int, body: String, code: BrokerError.Code, words: String) async throws {
        let visit = try await fixture.beginCode()
        fixture.transport.answer(.response(status: status, headers: [HeaderField("Retry-After", "30")], body: body))
        _ = fixture.callbacks.comeBack(with: "code=c-5678&state=\(visit.state)")
        let error = await expectError(code) { _ = try await fixture.comeBack(visit) }
        #expect(error.message.contains(words), "\(error.message)")
        #expect(error.message.contains("30 seconds"))
        #expect(!error.message.contains("c-5678"))
        let isOfApp = body.contains("invalid_client")
        #expect(
            error.nextStep
                == (isOfApp
                    ? "acctstore app set modern --key ID --oauth2" : "acctstore add modern --user alice --browser"))
        #expect(fixture.transport.sent.count == 1 && fixture.records(.account).isEmpty)
    }
}
