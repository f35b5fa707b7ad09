import AccountModel
import Testing

@Suite struct ServiceFaultTests {
    private func fault(_ body: String) -> ServiceFault { ServiceFault(body: Array(body.utf8)) }

    @Test(
        arguments: [
            (#"{"errors":[{"code":187,"message":"Status is a duplicate."}]}"#, 187, "Status is a duplicate"),
            (#"{"errors":"Status is a duplicate."}"#, nil, "Status is a duplicate"),
            (#"{"error":"Not authorized.","request":"/1.1/x"}"#, nil, "Not authorized"),
            (#"{"error":{"code":32,"message":"No"}}"#, 32, "No"),
            (#"{"title":"Unauthorized","detail":"Too bad","status":401}"#, nil, "Too bad"),
            (#"{"code":50,"message":"User not found"}"#, 50, "User not found"),
            (#"{"error":"invalid_grant","error_description":"used up"}"#, nil, "used up"),
            (#"{"error_code":1241,"message":"Bad"}"#, 1241, "Bad"),
            (#"{"errors":[{"code":"34","detail":"No"}]}"#, 34, "No"),
            (#"{"errors":[{"parameter":"id","value":"x"}]}"#, nil, "the parameter id is refused"),
            (#"<hash><request>/x</request><error>Not &lt;here&gt;</error></hash>"#, nil, "Not <here>"),
            (
                #"<?xml version="1.0"?><errors><error code="87">Client is not permitted</error></errors>"#, 87,
                "Client is not permitted"
            ),
            (
                "<!DOCTYPE html><HTML><head><TITLE>Twitter /\n Over capacity</TITLE></head>…", nil,
                "Twitter / Over capacity"
            ),
            ("<p>Invalid <b>oauth_callback</b></p>", nil, "Invalid oauth_callback"),
            ("<html><body><h1>502 Bad Gateway</h1></body></html>", nil, "502 Bad Gateway"),
            ("Failed to validate oauth signature and token", nil, "Failed to validate oauth signature and token"),
        ] as [(String, Int?, String)])
    func theReasonIsReadInWhateverForm(body: String, code: Int?, message: String) {
        #expect(fault(body) == ServiceFault(code: code, message: message))
    }

    @Test(arguments: [
        "", " \n", "{", "[]", "{}", "<html>", "<error>", "<error/>", #"{"errors":[]}"#, #"{"errors":[7]}"#,
    ])
    func whatSaysNothingGivesNoReason(body: String) {
        #expect(fault(body) == ServiceFault())
    }

    @Test func longAndWildTextIsOneShortLine() {
        let message = fault("a\u{1B}[2J\nb\u{7}" + String(repeating: " word", count: 100_000)).message ?? ""
        #expect(message.unicodeScalars.count <= 220)
        #expect(message.hasPrefix(#"a\u{1B}[2J b\u{7} word"#))
        #expect(ServiceFault(body: [0xFF, 0xFE, 0x41]).message == "\u{FFFD}\u{FFFD}A")
    }

    /// The first tag that is never closed ends the search: looking on from each of them would take minutes.
    @Test(arguments: ["<error>", "<error ", "<error/>", "<title>", "<h1>", "<error><", "</error"])
    func aPageOfNothingButTagsGivesNoReason(tag: String) {
        #expect(fault("<" + String(repeating: tag, count: 100_000)) == ServiceFault())
    }

    @Test func anErrorAfterAnEmptyOneIsFound() {
        #expect(fault(#"<a><error/><error code="87">No</error></a>"#) == ServiceFault(code: 87, message: "No"))
    }

    @Test(arguments: [("[", "]"), (#"{"error":"#, "}")])
    func errorsWithinErrorsEndSomewhere(opening: String, closing: String) {
        for depth in [400, 10_000] {
            let body = String(repeating: opening, count: depth) + "[]" + String(repeating: closing, count: depth)
            #expect(fault(body) == ServiceFault())
        }
    }

    @Test func ofManyErrorsTheFirstIsTheReason() {
        let errors = Array(repeating: #"{"code":88,"message":"No"}"#, count: 1000)
        #expect(fault("[\(errors.joined(separator: ","))]") == ServiceFault(code: 88, message: "No"))
        let tooMany = Array(repeating: "7", count: 2_000_000)
        #expect(fault("[\(tooMany.joined(separator: ","))]") == ServiceFault())
    }

    @Test func aTokenThatTheServiceRepeatsIsNotShown() {
        let token = "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb"
        let message = fault(#"{"errors":[{"code":89,"message":"Token \#(token) is invalid"}]}"#).message
        #expect(message == "Token 3707… is invalid")
        #expect(fault("oauth_token=a&oauth_token_secret=b").message == "oauth_token=***&oauth_token_secret=***")
    }

    @Test(
        arguments: [
            (#"{"title":"T","detail":"D","type":"https://api.x.com/2/problems/usage-capped"}"#, "D", "usage-capped"),
            (
                #"{"errors":[{"title":"T","type":"https://api.twitter.com/2/problems/resource-not-found"}]}"#, "T",
                "resource-not-found"
            ),
            (
                #"{"errors":[{"message":"M","parameters":{"id":["x"]}}],"title":"T","detail":"D","type":"https://api.x.com/2/problems/invalid-request"}"#,
                "M", "invalid-request"
            ), (#"{"title":"T","type":"about:blank","status":403}"#, "T", nil),
        ] as [(String, String, String?)])
    func problemDetailsNameTheirKind(body: String, message: String, problem: String?) {
        #expect(fault(body) == ServiceFault(message: message, problem: problem))
    }

    @Test func whereverABodyIsCutItIsRead() {
        let body = Array(#"{"errors":[{"code":187,"message":"é"}]}"#.utf8)
        for length in body.indices { #expect(ServiceFault(body: Array(body[..<length])) == ServiceFault()) }
        let page = Array("<errors><error code=\"87\">No</error>".utf8)
        for length in page.indices.dropLast(8) { #expect(ServiceFault(body: Array(page[..<length])).code == nil) }
    }

    @Test func whatIsNoUTF8IsRepaired() {
        let body = Array(#"{"errors":[{"code":187,"message":"a"#.utf8) + [0xFF] + Array(#"b"}]}"#.utf8)
        #expect(ServiceFault(body: body) == ServiceFault(code: 187, message: "a\u{FFFD}b"))
    }

    @Test func secretsAreTakenOutHoweverTheyAreSpelt() {
        func masked(_ body: String) -> String? {
            ServiceFault(body: Array(body.utf8)) { bytes in
                var text = String(decoding: bytes, as: UTF8.self)
                while let place = text.firstRange(of: "s/e&t") { text.replaceSubrange(place, with: "***") }
                return Array(text.utf8)
            }.message
        }
        #expect(masked("no s/e&t") == "no ***")
        #expect(masked(#"{"error":"no s\/e\u0026t"}"#) == "no ***")
        #expect(masked("<error>no s/e&amp;t</error>") == "no ***")
    }
}
