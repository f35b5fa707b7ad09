import Testing

@testable import SocialClient

@Suite struct LinkFinderTests {
    private func links(_ text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        return LinkFinder(scalars).links().map { String(String.UnicodeScalarView(scalars[$0.range])) }
    }

    @Test(arguments: [
        ("see example.com, or www.example.co.uk.", ["example.com", "www.example.co.uk"]),
        ("HTTPS://Example.COM/Index", ["HTTPS://Example.COM/Index"]),
        ("http://localhost:8080/x and http://10.0.0.1/", []),
        ("https://example.com:8080/a?b=c#d!", ["https://example.com:8080/a?b=c#d"]),
        ("(see example.com/film_(2001))", ["example.com/film_(2001)"]),
        ("example.com/a_(b_(c))_d", ["example.com/a_(b_(c))_d"]),
        ("example.com/a(b", ["example.com/a"]),
        ("example.com/a, b. example.org/?", ["example.com/a", "example.org/"]),
        ("example.com:port", ["example.com"]),
        ("release-notes.txt v1.2 e.g. this", []),
        ("First sentence.Second sentence.", []),
        ("a.b_c.com x_y.example.com", ["x_y.example.com"]),
        ("example.com.example", ["example.com"]),
        ("example.xn--p1ai/путь", ["example.xn--p1ai/путь"]),
    ])
    func linksWithAndWithoutProtocol(text: String, expected: [String]) {
        #expect(links(text) == expected)
    }

    @Test(arguments: [
        "bob@example.com", "@example.com", "#example.com", "$example.com", "-example.com", "_example.com",
        ".example.com", "/example.com", "example.com@host", "example.com-x", "example.com+x", "ftp://example.com/",
        "xhttp://example.com", "\u{FEFF}example.com",
    ])
    func partsOfSomethingElseAreNoLinks(text: String) {
        #expect(links(text).isEmpty)
    }

    @Test(arguments: [
        ("見てexample.comです", ["example.com"]), ("例え.テスト", []), ("http://例え.みんなへ", ["http://例え.みんな"]),
        ("https://www.例え.jp/x", ["https://www.例え.jp/x"]), ("пример.рф", []),
        ("https://пример.рф/", ["https://пример.рф/"]),
        (" éa.com", ["éa.com"]), ("éa.com", ["a.com"]),
    ])
    func otherAlphabetsNeedAProtocol(text: String, expected: [String]) {
        #expect(links(text) == expected)
    }

    @Test func labelsOfHostsHaveAtMost63Bytes() {
        let label = String(repeating: "a", count: 63)
        #expect(links("\(label).com") == ["\(label).com"])
        #expect(links("\(label)a.com").isEmpty)
        #expect(links("https://xn--é.com").isEmpty)
    }

    @Test func linksHaveAtMost4096Characters() {
        let path = String(repeating: "a", count: 4096 - "https://example.com/".count)
        #expect(links("https://example.com/\(path)").count == 1)
        #expect(links("https://example.com/\(path)a").isEmpty)
        #expect(links("example.com/\(path)").count == 1)
        #expect(links("example.com/\(path)a").isEmpty)
    }

    @Test func linksOfTheShortenerEndWithTheirName() {
        #expect(
            links("https://t.co/aB3-x https://T.CO/abc?amp=1 https://t.co/") == [
                "https://t.co/aB3", "https://T.CO/abc?amp=1", "https://t.co/",
            ])
        #expect(links("https://t.co/\(String(repeating: "a", count: 40))").count == 1)
        #expect(links("https://t.co/\(String(repeating: "a", count: 41))").isEmpty)
    }
}
