import SecretBytes
import Testing

@testable import CredentialHandover

@Suite("A credential that is handed over")
struct CredentialTextTests {
    private static let form =
        "oauth_token=1-a%2Bb&oauth_token_secret=s%22%5C%0A&consumer_key=k+k&empty=&screen_name=alice"

    private static func credential(_ form: String = form) -> ReceivedCredential {
        ReceivedCredential(form: form.utf8.span)
    }

    private static func text(_ printed: consuming PrintedSecret) -> String {
        printed.withSpan { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }

    @Test("the form is decoded, field by field, and what is no pair is passed over")
    func decoding() throws {
        let credential = Self.credential("a=%41%zz%4&&b&c=1=2&d=%e9")
        #expect(credential.fields.map(\.name) == ["a", "c", "d"])
        let values = credential.fields.map { $0.value.withSpan { bytes in bytes.indices.map { bytes[$0] } } }
        #expect(values == [Array("A%zz%4".utf8), Array("1=2".utf8), [0xE9]])
    }

    @Test("as JSON: one line, every field under its own name")
    func json() throws {
        let text = try Self.text(CredentialText.json.text(of: Self.credential(), []))
        #expect(
            text == #"{"oauth_token":"1-a+b","oauth_token_secret":"s\"\\\u000a","consumer_key":"k k","empty":"","#
                + #""screen_name":"alice"}"# + "\n")
    }

    @Test("as variables: a shell reads each line as it is meant")
    func variables() throws {
        let variables = [
            CredentialVariable("A", "access_token", "oauth_token"), CredentialVariable("Z", "none", isOptional: true),
            CredentialVariable("B", "oauth_token_secret"),
            CredentialVariable("C", "consumer_key"), CredentialVariable("D", "empty"),
        ]
        let text = try Self.text(CredentialText.env.text(of: Self.credential(), variables))
        #expect(text == "A=1-a+b\nB='s\"\\\n'\nC='k k'\nD=''\n")
        let quoted = try Self.text(
            CredentialText.env.text(of: Self.credential("x=it's"), [CredentialVariable("X", "x")]))
        #expect(quoted == "X='it'\\''s'\n")
    }

    @Test("a field that the account has not is an error that names it")
    func missing() {
        #expect(throws: HandoverFailure("the account has no user_id", status: 1)) {
            _ = try Self.text(CredentialText.env.text(of: Self.credential(), [CredentialVariable("A", "user_id")]))
        }
    }

    @Test("a byte that no variable can hold is an error, and nothing of the value is told")
    func zeroByte() {
        let failure = #expect(throws: HandoverFailure.self) {
            try CredentialVariable("ACCTSTORE_TEST", "x").set(from: Self.credential("x=secret%00more"))
        }
        #expect(failure?.message.contains("secret") == false)
    }

    @Test(
        "only what acctstore itself asks for is done",
        arguments: [
            [], ["3"], ["3", "json"], ["3", "json", "A=?"], ["2", "json", "A=b"], ["x", "json", "A=b"],
            ["3", "xml", "A=b"],
            ["3", "json", "A"], ["3", "json", "=b"], ["3", "json", "A="], ["3", "run", "A=b"],
            ["3", "json", "A=b", "more"],
        ])
    func usage(arguments: [String]) {
        #expect(throws: HandoverFailure.usage) { _ = try HandoverRequest(["acctstore-reveal"] + arguments) }
    }

    @Test("what is asked for is read from the words")
    func request() throws {
        let printing = try HandoverRequest(["", "5", "env", "A=b|e?,C=d"])
        #expect(printing.descriptor == 5)
        #expect(
            printing.deed
                == .print(.env, [CredentialVariable("A", "b", "e", isOptional: true), CredentialVariable("C", "d")]))
        let running = try HandoverRequest(["", "3", "run", "A=b", "true"])
        #expect(running.deed == .run([CredentialVariable("A", "b")], firstWord: 4))
    }
}
