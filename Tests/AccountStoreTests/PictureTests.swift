import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite struct PictureTests {
    private let fixture = StoreFixture()
    private let png = HeaderField("Content-Type", "image/png")

    @Test func aPictureIsAskedForWithNothingOfThePerson() async throws {
        fixture.transport.answer(.response(status: 200, headers: [png], body: "bytes"))
        let program = fixture.broker(nightly, mayAsk: false)
        let picture = try await program.picture(at: "https://pbs.twimg.example/a.png?name=small")
        #expect(try await picture.body.collect(upTo: 10) == Array("bytes".utf8))
        let sent = try #require(fixture.transport.sent.last)
        #expect(sent.method == "GET")
        #expect(sent.headers == [HeaderField("Accept", "image/*")])
        #expect(sent.timeout == fixture.settings.timeout)
    }

    @Test func aServiceOnThisMachineNeedsNoTLS() async throws {
        fixture.transport.answer(.response(status: 200, headers: [png], body: ""))
        #expect(try await fixture.terminal.picture(at: "http://127.0.0.1:8080/a.png").status == 200)
    }

    @Test(arguments: [
        "http://127.0.0.1:8081/a.png", "http://127.0.0.1/", "https://127.0.0.1:8080/", "http://127.0.0.2:8080/",
        "http://localhost:8080/a", "http://[::1]:8080/a", "https://localhost/",
    ])
    func nothingElseOnThisMachineIsAsked(_ url: String) async throws {
        await expectError(.urlNotAllowed) { _ = try await fixture.terminal.picture(at: url) }
        #expect(fixture.transport.sent.isEmpty)
    }

    @Test(arguments: [
        "http://pbs.twimg.example/a.png", "ftp://pbs.twimg.example/", "https://a@pbs.twimg.example/",
        "file:///etc/passwd",
        "", "http://127.0.0.1.example/", "http://localhost.example/",
    ])
    func otherAddressesAreRefused(_ url: String) async throws {
        await expectError(.urlNotAllowed) { _ = try await fixture.terminal.picture(at: url) }
        #expect(fixture.transport.sent.isEmpty)
    }

    @Test func whatIsNoPictureIsRefused() async throws {
        let answers: [RecordingTransport.Answer] = [
            .response(status: 404, headers: [png]),
            .response(status: 302, headers: [HeaderField("Location", "https://elsewhere.example/")]),
            .response(status: 200, headers: [HeaderField("Content-Type", "text/html")]),
            .response(status: 200),
            .response(status: 200, headers: [png], body: String(repeating: "x", count: 5 << 20 | 1)),
        ]
        for answer in answers {
            fixture.transport.answer(answer)
            await expectError(.serviceRefused) {
                _ = try await fixture.terminal.picture(at: "https://pbs.twimg.example/a.png")
            }
        }
        #expect(fixture.transport.sent.count == answers.count)
    }

    @Test func aPictureThatDoesNotSayHowLongItIsEndsAtTheLimit() async throws {
        fixture.transport.answer(
            .cutShort(status: 200, headers: [png], body: String(repeating: "x", count: 5 << 20 | 1)))
        let picture = try await fixture.terminal.picture(at: "https://pbs.twimg.example/a.png")
        await expectError(.serviceRefused) { _ = try await picture.body.collect(upTo: 1 << 30) }
    }

    @Test func aSandboxGetsNone() async throws {
        await expectError(.accessDenied) {
            _ = try await fixture.broker(.sandbox).picture(at: "https://pbs.twimg.example/a.png")
        }
    }
}
