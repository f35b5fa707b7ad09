import Testing

@testable import OAuth

@Suite("Request URL")
struct RequestURLTests {
    @Test(
        "What may not be signed is refused, with the reason",
        arguments: [
            ("https://alice:pw@api.example.test/x", RequestURLError.userInfo),
            ("https://api.example.test@evil.test/x", .userInfo),
            ("https://@api.example.test/x", .userInfo),
            ("https://api.example.test/x#y", .fragment),
            ("https://api.example.test/x#", .fragment),
            (#"https://api.example.test\@evil.test/"#, .backslash),
            (#"https://api.example.test/a\b"#, .backslash),
            ("https://api.example.test/a b", .unencodedByte(at: 26)),
            ("https://api.example.test/\n", .unencodedByte(at: 25)),
            ("https://api.example.test/\u{7F}", .unencodedByte(at: 25)),
            ("https://api.example.test/é", .unencodedByte(at: 25)),
            ("https://аpi.example.test/", .unencodedByte(at: 8)),
            (" https://api.example.test/", .unencodedByte(at: 0)),
            ("ftp://api.example.test/", .unknownScheme),
            ("//api.example.test/", .unknownScheme),
            ("/1.1/x.json", .unknownScheme),
            ("https:/api.example.test/", .unknownScheme),
            ("", .unknownScheme),
            ("https:///x", .invalidHost),
            ("https://", .invalidHost),
            ("https://?x", .invalidHost),
            ("https://a%2eb/", .invalidHost),
            ("https://a,b/", .invalidHost),
            ("https://[::1/", .invalidHost),
            ("https://[]/", .invalidHost),
            ("https://[::1%25eth0]/", .invalidHost),
            ("https://[::1]x:80/", .invalidHost),
            ("https://a:0/", .invalidPort),
            ("https://a:65536/", .invalidPort),
            ("https://a:+80/", .invalidPort),
            ("https://a:8a/", .invalidPort),
            ("https://a:80:80/", .invalidPort),
        ])
    func refusals(url: String, error: RequestURLError) {
        #expect(throws: error) { try RequestURL(url) }
    }

    @Test(
        "Segments that some server reads as . or .. are refused",
        arguments: [
            "/.", "/..", "/a/./b", "/a/../b", "/a/..", "/%2e%2E/b", "/a/.%2e", "/%2E", "/..;x=1/b", "/..%2Fb",
            "/a%2F..%2fb", "/a%5c..%5Cb", "/a%2F.;x", "/%252e%252E/b", "/a/%25252e.",
        ])
    func dotSegments(path: String) {
        #expect(throws: RequestURLError.dotSegment) { try RequestURL("https://api.example.test" + path) }
    }

    @Test("Empty segments are refused", arguments: ["//", "//a", "/a//b", "/a//", "/a/%2Fb", "/a%2F/b"])
    func emptySegments(path: String) {
        #expect(throws: RequestURLError.emptySegment) { try RequestURL("https://api.example.test" + path) }
    }

    @Test(
        "Encodings without a meaning are refused in a path",
        arguments: ["/%", "/%4", "/%zz", "/a%00b", "/%0a", "/%7F", "/%2525252541"])
    func pathEncoding(path: String) {
        #expect(throws: RequestURLError.invalidPathEncoding) { try RequestURL("https://api.example.test" + path) }
    }

    @Test(
        "Scheme and host are lowered, a default port goes, path and query stay byte for byte",
        arguments: [
            ("HTTPS://API.Example.TEST:443/A%2fb?Q=%zz&&x=[1]|+", "https://api.example.test/A%2fb?Q=%zz&&x=[1]|+"),
            ("https://api.example.test", "https://api.example.test/"),
            ("https://api.example.test?a", "https://api.example.test/?a"),
            ("http://api.example.test:/", "http://api.example.test/"),
            ("http://api.example.test:443/", "http://api.example.test:443/"),
            ("http://api.example.test:0080/", "http://api.example.test/"),
            ("http://[2001:DB8::1]:8080/a/?", "http://[2001:db8::1]:8080/a/?"),
            ("https://api.example.test/100%25/a%2541", "https://api.example.test/100%25/a%2541"),
            ("https://api.example.test/...;a/.b/~c", "https://api.example.test/...;a/.b/~c"),
            ("https://api.example.test/x?u=//a/../b@c", "https://api.example.test/x?u=//a/../b@c"),
        ])
    func rebuilding(given: String, rebuilt: String) throws {
        let url = try RequestURL(given)
        #expect(url.text == rebuilt)
        #expect(try RequestURL(rebuilt) == url)
    }

    @Test("The parts are those of the text")
    func parts() throws {
        let url = try RequestURL("https://[::1]:8443/a/b?c=d&e")
        #expect(url.scheme == "https")
        #expect(url.host == "[::1]")
        #expect(url.port == 8443)
        #expect(url.path == "/a/b")
        #expect(url.query == "c=d&e")
        #expect(url.baseStringURI == "https://[::1]:8443/a/b")
        #expect(try RequestURL("https://a.test/").query == nil)
        #expect(try RequestURL("https://a.test/").port == 443)
    }

    @Test(
        "Parameters are added behind the query that is there",
        arguments: [
            ("https://a.test/x", "https://a.test/x?n=a%20b&m"), ("https://a.test/x?", "https://a.test/x?n=a%20b&m"),
            ("https://a.test/x?a=+", "https://a.test/x?a=+&n=a%20b&m"),
            ("https://a.test/x?a&", "https://a.test/x?a&n=a%20b&m"),
        ])
    func adding(given: String, expected: String) throws {
        let url = try RequestURL(given)
        let added = url.adding([RequestParameter("n", "a b"), RequestParameter("m", nil)])
        #expect(added.text == expected)
        #expect(added == (try RequestURL(expected)))
        #expect(url.adding([]) == url)
    }

    @Test(
        "Below a base: same scheme, host and port, and its path up to a slash",
        arguments: [
            ("https://api.test/1.1/x", "https://api.test/1.1/", true),
            ("https://api.test/1.1/x", "https://api.test/1.1", true),
            ("https://api.test/1.1", "https://api.test/1.1", true),
            ("https://api.test/1.10/x", "https://api.test/1.1", false),
            ("https://api.test/1.1", "https://api.test/1.1/", false),
            ("https://api.test/x", "https://api.test", true),
            ("https://API.test:443/x", "https://api.test/", true),
            ("http://api.test/x", "https://api.test/", false),
            ("https://api.test:444/x", "https://api.test/", false),
            ("https://api.test.evil.test/x", "https://api.test/", false),
            ("https://evil-api.test/x", "https://api.test/", false),
            ("https://api.test/%7Eab/x", "https://api.test/~a/", false),
            ("https://api.test/%7ea/x", "https://api.test/~a/", true),
            ("https://api.test/a%2fb/x", "https://api.test/a%2Fb/", true),
            ("https://api.test/a/b/x", "https://api.test/a%2Fb/", false),
            ("https://api.test/A/x", "https://api.test/a/", false),
        ])
    func below(url: String, base: String, expected: Bool) throws {
        #expect(try RequestURL(url).isBelow(RequestURL(base)) == expected)
    }
}
