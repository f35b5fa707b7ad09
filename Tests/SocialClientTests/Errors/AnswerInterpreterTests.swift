import AccountModel
import FoundationEssentials
import Testing

@testable import SocialClient

@Suite("What an answer means")
struct AnswerInterpreterTests {
    /// A number of Twitter's, the HTTP status it comes with, the exit status of a read and of a post, and a part of how
    /// to go on.
    struct Row: CustomTestStringConvertible {
        let code: Int
        let http: Int
        let read: Int32
        let post: Int32
        let step: String

        init(_ code: Int, _ http: Int, _ read: Int32, _ post: Int32, _ step: String) {
            (self.code, self.http, self.read, self.post, self.step) = (code, http, read, post, step)
        }

        var testDescription: String { "code \(code), HTTP \(http)" }
    }

    private static let logIn = "acctstore login 2"
    private static let rows = [
        Row(32, 401, 81, 81, logIn), Row(34, 404, 76, 76, "acctstore show 2"),
        Row(63, 403, 76, 76, "suspended"), Row(64, 403, 76, 76, "acctstore verify 2"),
        Row(68, 410, 76, 76, "acctstore show 2"), Row(87, 403, 76, 76, "read and write"),
        Row(88, 429, 75, 75, "try again later"), Row(88, 400, 75, 75, "try again later"), Row(89, 401, 81, 81, logIn),
        Row(89, 403, 81, 81, logIn), Row(99, 403, 76, 76, "acctstore app set twitter --key KEY"),
        Row(130, 503, 75, 82, ""), Row(131, 500, 76, 82, ""), Row(135, 401, 76, 76, "timedatectl"),
        Row(144, 404, 76, 76, "check the"), Row(179, 403, 76, 76, "is not among them"),
        Row(185, 403, 76, 76, "in some hours"), Row(186, 403, 76, 76, "shorten the text"),
        Row(187, 403, 76, 76, "change it"), Row(215, 400, 76, 76, logIn), Row(220, 403, 76, 76, logIn),
        Row(226, 403, 76, 76, "no robot"), Row(231, 401, 81, 81, "confirm the log-in"),
        Row(261, 403, 76, 76, "the app default read and write"), Row(326, 403, 76, 76, "acctstore verify 2"),
        Row(385, 403, 76, 76, "was deleted or cannot be seen by @alice"), Row(386, 403, 76, 76, "four pictures"),
        Row(407, 400, 76, 76, "correct the link"), Row(415, 403, 76, 76, "acctstore add twitter --pin"),
        Row(416, 401, 81, 81, "acctstore app set twitter --key KEY"),
        Row(417, 401, 81, 81, "acctstore add twitter --pin"), Row(453, 403, 76, 76, "https://console.x.com"),
    ]

    /// Every shape of body that has a place for a number.
    private static let shapes: [@Sendable (Int) -> String] = [
        { #"{"errors":[{"code":\#($0),"message":"Why not."}]}"# },
        { #"{"errors":[{"message":"Why not","code":"\#($0)"}]}"# },
        { #"{"code":\#($0),"message":"Why not"}"# },
        { #"{"error":{"code":\#($0),"message":"Why not"},"request":"/x"}"# },
        { #"<?xml version="1.0"?><errors><error code="\#($0)">Why not</error></errors>"# },
    ]

    static let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func account(app: String = "default", username: String? = "alice") throws -> Account {
        Account(
            id: try #require(AccountID("0b9f8a52-6c3d-4e8f-9a10-1f2e3d4c5b6a")), number: 2, service: .twitter,
            app: app, username: username, userID: nil)
    }

    private func error(
        _ status: Int, _ body: String, _ attempt: Attempt, actor: ServiceActor? = nil, headers: [HeaderField] = [],
        logInProtocol: LogInProtocol? = .oauth1
    ) throws -> BrokerError {
        let interpreter = AnswerInterpreter(
            actor: try actor ?? .account(account()), service: .twitter, host: "api.x.com", attempt: attempt,
            now: Self.now, logInProtocol: logInProtocol)
        return interpreter.error(
            for: .init(status: status, headers: headers, fault: ServiceFault(body: Array(body.utf8))))
    }

    @Test(
        "every number in every shape names the account, its app and what was asked, and how to go on", arguments: rows)
    func numbers(_ row: Row) throws {
        for shape in Self.shapes {
            for (attempt, exit) in [(Attempt.read("the home timeline"), row.read), (.post, row.post)] {
                let error = try error(row.http, shape(row.code), attempt)
                #expect(error.code.exitStatus == exit, "\(error)")
                #expect(error.message.contains(attempt.words(by: "@alice (2, twitter) through the app default")))
                #expect(error.message.contains("api.x.com"))
                #expect(error.message.contains("(HTTP \(row.http), code \(row.code))"))
                #expect(row.code == 135 || error.message.contains("Why not"), "\(error)")
                let steps = try #require(error.nextStep)
                #expect(
                    exit == 82 ? steps.hasPrefix("look at the posts of @alice") : steps.contains(row.step), "\(steps)")
            }
        }
    }

    @Test(
        "a status alone is enough, whatever the body",
        arguments: [
            (400, 76, 76), (401, 81, 81), (402, 76, 76), (403, 76, 76), (404, 76, 76), (410, 76, 76), (413, 76, 76),
            (420, 75, 75), (422, 76, 76), (429, 75, 75), (302, 76, 76), (500, 76, 82), (502, 76, 82), (503, 75, 82),
            (504, 76, 82), (200, 76, 82), (204, 76, 82),
        ] as [(Int, Int32, Int32)])
    func statuses(status: Int, read: Int32, write: Int32) throws {
        for body in [
            "", "no", "<html><title>no</title></html>", "<hash><request>/x</request><error>no</error></hash>",
            #"{"errors":"no"}"#, #"{"error":"no","request":"/x"}"#, #"{"errors":[{"co"#, "{}", "[]", "\u{FFFD}",
            #"{"title":"no","detail":"no","type":"about:blank","status":\#(status)}"#,
        ] {
            for attempt in [Attempt.view("20"), .read("mentions")] {
                #expect(try error(status, body, attempt).code.exitStatus == read, "\(body)")
            }
            for attempt in [Attempt.post, .reply(to: "20"), .unpost("20")] {
                let error = try error(status, body, attempt)
                #expect(error.code.exitStatus == write, "\(body)")
                #expect(error.message.contains("(HTTP \(status))"), "\(error)")
                #expect(write != 82 || error.nextStep?.hasPrefix("look ") == true)
            }
        }
    }

    @Test(
        "the problem details of API v2",
        arguments: [
            ("usage-capped", 429, 75, "used up its credits or its cap"),
            ("usage-capped", 403, 76, "https://console.x.com"),
            ("credits", 402, 76, "used up its credits"), ("rate-limit-exceeded", 429, 75, "try again later"),
            ("client-forbidden", 403, 76, "does not include this call"),
            ("unsupported-authentication", 403, 76, "acctstore login 2"),
            ("not-authorized-for-resource", 403, 76, "not among them"), ("resource-not-found", 404, 76, "check the id"),
            ("resource-not-found", 200, 76, "check the id"), ("invalid-request", 400, 76, "-v"),
        ] as [(String, Int, Int32, String)])
    func problems(type: String, status: Int, exit: Int32, step: String) throws {
        for host in ["api.x.com", "api.twitter.com"] {
            let type = "https://\(host)/2/problems/\(type)"
            for body in [
                #"{"title":"T","detail":"Because.","type":"\#(type)"}"#,
                #"{"errors":[{"value":"1","detail":"Because","type":"\#(type)"}]}"#,
                #"{"errors":[{"message":"Because","parameters":{"id":["1"]}}],"title":"T","detail":"D","type":"\#(type)"}"#,
            ] {
                let error = try error(status, body, .view("1"))
                #expect(error.code.exitStatus == exit)
                #expect(error.message.contains("Because"))
                #expect(error.nextStep?.contains(step) == true, "\(error)")
            }
        }
    }

    @Test("what API v2 says in words alone")
    func words() throws {
        func body(_ detail: String) -> String {
            #"{"detail":"\#(detail)","title":"Forbidden","type":"about:blank","status":403}"#
        }
        let duplicate = try error(403, body("You are not allowed to create a Tweet with duplicate content."), .post)
        #expect(duplicate.nextStep?.hasPrefix("the same text was posted before") == true)
        let reply = "Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged"
        #expect(try error(403, body(reply), .reply(to: "20")).nextStep?.contains("may reply only where") == true)
    }

    @Test("a log-in of another app, of somebody unknown, of an app alone, and none at all")
    func actors() throws {
        let odd = ServiceActor.account(try account(app: "at work", username: nil))
        #expect(try error(401, "", .post, actor: odd).nextStep == "acctstore login 2")
        let app = try error(401, "", .read("a search"), actor: .app("work"))
        #expect(app.nextStep == "acctstore app set twitter --app work --key KEY")
        #expect(app.message.contains("the request for a search by the app work (twitter)"))
        let modern = try error(401, "", .read("a search"), actor: .app("work"), logInProtocol: .oauth2)
        #expect(modern.nextStep == "acctstore app set twitter --app work --key ID --oauth2")
        let unknown = try error(401, "", .read("a search"), actor: .app("work"), logInProtocol: nil)
        #expect(unknown.nextStep?.hasPrefix("keep the keys that twitter gave for the app work, with --oauth2") == true)
        #expect(
            try error(401, "", .read("a search"), actor: .nobody).nextStep == "choose an account to ask as, with -a")
    }

    @Test("a refusal with 403 is no proof that nothing was posted; one that kept a post from being removed says so too")
    func noProof() throws {
        #expect(try error(403, "", .post).nextStep?.contains("does not prove") == true)
        #expect(try error(403, "", .unpost("20")).nextStep?.contains("whether post 20 is still there") == true)
        #expect(try error(403, "", .view("20")).nextStep == nil)
    }

    @Test(
        "a 401 with a clock far off blames the clock, unless the token is said to be dead",
        arguments: [
            ("Tue, 14 Nov 2023 22:23:20 GMT", 32, 76), ("Tue, 14 Nov 2023 22:14:20 GMT", 32, 81),
            ("Tue, 14 Nov 2023 22:23:20 GMT", 89, 81), ("soon", 32, 81), ("soon", 135, 76),
        ] as [(String, Int, Int32)])
    func clock(date: String, code: Int, exit: Int32) throws {
        let error = try error(401, Self.shapes[0](code), .post, headers: [HeaderField("date", date)])
        #expect(error.code.exitStatus == exit)
        #expect((exit == 76) == error.message.contains("this machine's clock is"), "\(error)")
        if code == 32, exit == 76 {
            #expect(error.message.contains("about 10 minutes slow"))
            #expect(error.nextStep == "timedatectl set-ntp true\n\(Self.logIn)")
        }
    }
}
