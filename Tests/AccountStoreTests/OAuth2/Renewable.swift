import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

let modernRead = UnsignedRequest(method: "GET", url: "https://api.modern.example/2/users/me")
let modernPost = UnsignedRequest(method: "POST", url: "https://api.modern.example/2/tweets")

/// The answer to the renewal number `count`.
func renewedAnswer(_ count: Int, scope: String = "read write", refresh: Bool = true) -> RecordingTransport.Answer {
    let refreshToken = refresh ? #""refresh_token":"rt-new\#(count)","# : ""
    return .response(
        status: 200,
        body: #"{"token_type":"bearer","access_token":"at-new\#(count)",\#(refreshToken)"expires_in":7200,"scope":"#
            + #""\#(scope)"}"#)
}

let readAnswer = RecordingTransport.Answer.response(status: 200, body: "{}")
let tokenEnded = RecordingTransport.Answer.response(
    status: 401, headers: [HeaderField("WWW-Authenticate", #"Bearer realm="x", error="invalid_token""#)], body: "{}")

extension StoreFixture {
    /// An account of `modern` whose access token lives for so many seconds; `nil` where it does not say.
    func addRenewable(life: Int? = 7200, more: String = "&refresh_token=rt-1234") async throws -> Account {
        transport.answer(.response(status: 200, body: modernUser))
        let expiry = life.map { "&expires_in=\($0)" } ?? ""
        let step = try await logIn(
            .token, to: modernService, as: "alice",
            secret: "access_token=at-1234&client_id=cid&client_secret=cse&scope=read%20write\(expiry)\(more)")
        transport.forget()
        return try #require(step.account)
    }

    func send(_ request: UnsignedRequest = modernRead, as account: Account) async throws -> Response {
        try await terminal.perform(request, body: nil, as: .account(account.id))
    }

    /// The renewals that were asked for, by their refresh tokens.
    var renewalsSent: [String] {
        transport.sent.filter { $0.url == "https://api.modern.example/oauth/token" }.compactMap { sent in
            sent.body?.split(separator: "&").first { $0.hasPrefix("refresh_token=") }.map { String($0.dropFirst(14)) }
        }
    }

    var storedAccount: String { records(.account).first?.secret ?? "" }
}
