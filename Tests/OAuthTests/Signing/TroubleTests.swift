import SecretBytes
import Testing

@testable import OAuth

/// What gave people 401 with comparable programs. The signatures were computed twice apart, from RFC 5849 and by
/// oauthlib.
@Suite("Requests that are easily signed wrongly")
struct TroubleTests {
    @Test("A post with ! ' ( ) * ~, a line break and letters beyond ASCII, and its body reads back as the same text")
    func specialCharacters() throws {
        let status = "Hi (all)! it's *50%* ~ok\nline2 & more + é€"
        let form = [RequestParameter("status", status)]
        let signature = try signature("POST", "https://api.example.test/1.1/statuses/update.json", .form(form))
        #expect(signature == "sR8qin3eTPh2lzYC7TY74b+9Rbs=")
        let received = FormEncoding.decode(FormEncoding.encode(form).span)
        #expect(received.map { text($0.value) } == [status])
    }

    @Test("Names with brackets")
    func brackets() throws {
        let form = [RequestParameter("a[0]", "x"), RequestParameter("a[1]", "y")]
        #expect(try signature("POST", "https://example.test/x", .form(form)) == "oNDqZsEykmGzHj8/f+KLyR+stzY=")
    }

    @Test(
        "A query with blanks and brackets is signed decoded and sent as it came",
        arguments: [
            ("https://example.test/x?q=ai+music", "3zgzum9/96lr3AIXDIq3pL1AG64="),
            ("https://example.test/x?q=ai%20music", "3zgzum9/96lr3AIXDIq3pL1AG64="),
            (
                "https://example.test/x?q=%28a%20OR%20b%29&d=2024-01-01T00%3A00%3A00Z",
                "Bf0+0YyAoY5bmgaZPqSN8KjE7s8="
            ),
        ])
    func searches(url: String, expected: String) throws {
        #expect(try signature("GET", url) == expected)
        #expect(try RequestURL(url).text == url)
    }

    @Test("Parameters are sorted by name, not as whole strings")
    func sorting() throws {
        let url = "https://api.example.test/1.1/x.json?id_2=2&id_10=0&id_1=1"
        #expect(try signature("GET", url) == "EnXckG/iJZnztxuWpYYbJ+nd4+Y=")
    }

    @Test(
        "A default port is left out, another port kept",
        arguments: [
            ("HTTPS://API.Example.TEST:443/1.1/x.json", "GNLOAIBTlTqV8GH7KjWFq4uFjHs="),
            ("https://api.example.test/1.1/x.json", "GNLOAIBTlTqV8GH7KjWFq4uFjHs="),
            ("http://localhost:8080/x", "PTpOLbBEUqZ+WGgnGjS+9lppPew="),
        ])
    func ports(url: String, expected: String) throws {
        #expect(try signature("GET", url) == expected)
    }

    @Test(
        "An encoded path is encoded once more for the base string and no further",
        arguments: [
            ("http://example.test/r%20v/X?id=123", "ojSb7zzLPDN3/k4Zxlv8+ZZoQM4="),
            ("https://example.test/api/foo%40bar", "cTrRjDVzzMwxdNyUAblqV/7DtG0="),
        ])
    func encodedPath(url: String, expected: String) throws {
        #expect(try signature("GET", url) == expected)
    }

    @Test("The part of a path behind a semicolon is signed")
    func semicolon() throws {
        #expect(try signature("GET", "https://example.test/mylogs;version=1.1") == "yQkZUpHg/sTWOK6lZlIddt4Wsqs=")
    }

    @Test("Names without a value are signed as empty values")
    func namesWithoutValue() throws {
        #expect(try signature("GET", "https://example.test/x?a&b=&c=1") == "v8o1CITEuAb9sbmjbAqiCWufYTY=")
    }

    @Test("Without a token no oauth_token is signed or sent", arguments: [nil, ""])
    func noToken(token: String?) throws {
        let signed = try Signing.sign("POST", "https://example.test/oauth/request_token", token: token)
        #expect(signed.signature == "VHGTEOXodqqhY7F6EusPG+zPS1U=")
        #expect(!signed.header.contains("oauth_token"))
    }

    @Test("Bodies that are no forms are not signed, the query beside them is")
    func otherBodies() throws {
        let url = "https://example.test/2/tweets"
        #expect(try signature("POST", url, .other(nil)) == "79SjU8cMHNZdXTMoEKnoL0pGiaY=")
        #expect(try signature("POST", url, .none) == "79SjU8cMHNZdXTMoEKnoL0pGiaY=")
        let upload =
            "https://upload.example.test/1.1/media/upload.json?command=APPEND&media_id=12&segment_index=0"
        #expect(try signature("POST", upload, .other(nil)) == "ysFnRMzylAvZSEyIsEPinRbYRoU=")
    }

    @Test(
        "A callback is encoded exactly once in the header",
        arguments: [
            (
                "http://127.0.0.1:49152/cb?x=1", "JbH6urIFmyHfHbHTW1CwYEkLOj4=",
                #"oauth_callback="http%3A%2F%2F127.0.0.1%3A49152%2Fcb%3Fx%3D1""#
            ),
            ("oob", "/0xRD/TcVsdCPJMfpOLCvm1zo/I=", #"oauth_callback="oob""#),
        ])
    func callback(callback: String, expected: String, field: String) throws {
        let signed = try Signing.sign(
            "POST", "https://example.test/oauth/request_token", token: nil,
            parameters: [RequestParameter("oauth_callback", callback)])
        #expect(signed.signature == expected)
        #expect(signed.header.contains(field))
    }

    @Test("The timestamp is whole seconds, as given")
    func timestamp() throws {
        let signed = try Signing.sign("GET", "https://example.test/x")
        #expect(signed.header.contains(#"oauth_timestamp="1700000000""#))
    }

    private func signature(
        _ method: String, _ url: String, _ body: RequestToSign.Body = .none
    ) throws -> String? {
        try Signing.sign(method, url, body: body).signature
    }
}
