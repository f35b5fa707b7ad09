import Glibc
import Testing

@testable import SocialClient

/// What is left of HTML for people.
@Suite struct HTMLTextTests {
    private func text(_ html: String) -> String { HTMLText(html).text }

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("<p>one</p>", "one"), ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("<p>one<br>two<br />three</p>", "one\ntwo\nthree"), ("<p>a<br><br>b</p>", "a\n\nb"),
        ("<p>a<br></p>\n<p>b</p>\n", "a\n\nb"), ("<div>a</div><div>b</div>", "a\nb"), ("<p></p><p>a</p><p></p>", "a"),
        ("<p>a\n  b</p>", "a b"), ("<p>a  b</p><p>  c</p>", "a  b\n\n  c"), ("a<b>b</b><i>c</i> <u>d</u>", "abc d"),
        ("<h1>Title</h1>text", "Title\n\ntext"), ("<P CLASS=x>Upper</P>", "Upper"),
    ])
    func paragraphsAndLines(html: String, text: String) {
        #expect(self.text(html) == text)
    }

    @Test(arguments: [
        ("R&amp;D &lt;3 &amp;lt;", "R&D <3 &lt;"), ("&quot;a&quot; &#39;b&#39; &#x27;c&apos;", "\"a\" 'b' 'c'"),
        ("&#128512;&#x1F600;", "😀😀"), ("a&nbsp;b&hellip;", "a\u{A0}b…"),
        ("&unknown; &amp &; & &#; &#xZ;", "&unknown; &amp &; & &#; &#xZ;"),
        ("&#0;&#xD800;&#99999999;", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("&lt;b&gt;no tag&lt;/b&gt;", "<b>no tag</b>"),
        ("3 < 4 <3 a<", "3 < 4 <3 a<"),
    ])
    func referencesAreResolvedOnce(html: String, text: String) {
        #expect(self.text(html) == text)
    }

    @Test(arguments: [
        ("<ul><li>a</li><li>b</li></ul>", "- a\n- b"),
        ("<p>x</p><ol><li>a</li><li>b</li></ol><p>y</p>", "x\n\n1. a\n2. b\n\ny"),
        ("<ul><li><p>a</p><p>more</p></li><li>b<ol><li>c</li></ol></li></ul>", "- a\n\n  more\n\n- b\n  1. c"),
        ("<ul><li></li><li>b</li></ul>", "- b"), ("<li>loose", "loose"),
        ("<blockquote><p>a</p><p>b<br>c</p></blockquote><p>d</p>", "> a\n\n> b\n> c\n\nd"),
        ("<blockquote>a<blockquote>b</blockquote></blockquote>", "> a\n\n> > b"),
        ("<pre><code>if a {\n    b\n}\n</code></pre>after", "if a {\n    b\n}\n\nafter"),
        ("run <code>ls  -l</code>", "run ls  -l"), ("<img alt=\":blob:\" src=x> hi :tea:", ":blob: hi :tea:"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    ])
    func whatStandsApart(html: String, text: String) {
        #expect(self.text(html) == text)
    }

    // MARK: - Links

    @Test(arguments: [
        // As Mastodon shortens an address: all of it is there, a part hidden.
        (
            #"<a href="https://e.example/long?a=1&amp;b=2"><span class="invisible">https://</span><span class="ellipsis">e.example/lo</span><span class="invisible">ng?a=1&amp;b=2</span></a>"#,
            "https://e.example/long?a=1&b=2", "https://e.example/long?a=1&b=2", "https://e.example/long?a=1&b=2"
        ),
        // As others cut it.
        (
            #"<a href="https://e.example/long/path">e.example/lo…</a>"#, "https://e.example/long/path",
            "https://e.example/long/path", "https://e.example/long/path"
        ),
        (
            #"<a href="https://e.example/long"><span class="ellipsis">e.example/l</span></a>"#,
            "https://e.example/long", "https://e.example/long", "https://e.example/long"
        ),
        (#"<a href="https://e.example/">e.example</a>"#, "e.example", "e.example", "https://e.example"),
        (
            #"<a href='https://e.example/'>https://e.example</a>"#, "https://e.example", "https://e.example",
            "https://e.example"
        ),
        ("<a href=https://e.example/x>see <b>this</b></a>", "see this", "see this", "https://e.example/x"),
        (
            #"<a href="https://evil.example/">https://bank.example/</a>"#, "https://bank.example/",
            "https://bank.example/", "https://evil.example/"
        ),
        (#"<a class="mention" href="https://evil.example/">click</a>"#, "click", "click", "https://evil.example/"),
        (#"<a title="a > b" href="https://e.example/x">y</a>"#, "y", "y", "https://e.example/x"),
    ])
    func aLinkIsShownOnceAndWhole(html: String, text: String, shown: String, url: String) {
        let page = HTMLText("<p>at " + html + " now</p>")
        #expect(page.text == "at \(text) now")
        #expect(page.links == [Post.Link(shown: shown, url: url)])
    }

    @Test(arguments: [
        ##"<a class="u-url mention" href="https://e.example/@bob">@<span>bob</span></a>"##,
        ##"<a class="mention hashtag" href="https://e.example/tags/tea">#<span>tea</span></a>"##,
        "<a href=\"javascript:alert(1)\">js</a>", "<a href=\"/relative\">here</a>", "<a>none</a>",
        "<a href=\"https://e.example/\"></a>",
    ])
    func whatIsNoLinkHasNone(html: String) {
        #expect(HTMLText(html).links.isEmpty)
    }

    @Test func linksWithinLinksAndUnclosedOnesEndWhereTheNextBegins() {
        let page = HTMLText(#"<a href="https://a.example/1">one <a href="https://b.example/2">two"#)
        #expect(page.text == "one two")
        #expect(page.links.map(\.url) == ["https://a.example/1", "https://b.example/2"])
        #expect(page.links.map(\.shown) == ["one", "two"])
    }

    @Test func aLinkThatBeginsALineOfAListIsItsTextAlone() {
        let page = HTMLText(#"<ol><li><a href="https://a.example/1">one</a></li></ol>"#)
        #expect(page.text == "1. one")
        #expect(page.links == [Post.Link(shown: "one", url: "https://a.example/1")])
    }

    // MARK: - Hostile

    @Test(arguments: [
        ("<script>alert('<p>x</p>')</script>a", "a"), ("<style>p{}</style>a<SCRIPT src=x>b</SCRIPT >c", "ac"),
        ("<script>never closed", ""),
        ("a<!-- <p>no</p> -->b", "ab"), ("a<!-- never closed", "a"), ("<!doctype html><?php x ?>a", "a"),
        ("a<b class=\"never closed>b", "a"), ("a</>b</ x>c", "abc"),
        ("<p>a</p></p></blockquote></ul></li></a>b", "a\n\nb"),
        ("<a href=\"https://e.example/\"", ""), ("a<p", "a"), ("<=x>", "<=x>"), ("<iframe src=x></iframe>a", "a"),
    ])
    func whatIsNoTextIsLeftOut(html: String, text: String) {
        #expect(self.text(html) == text)
    }

    @Test(arguments: [
        "<blockquote>", "<ul><li>", "<a href='https://e.example/'>", "<p ", "<a \"", "<!--", "&#", "<script>",
        "<pre>\n", "<br>", "</p", "<",
    ])
    func nothingMakesItSlowOrDeep(piece: String) {
        let page = HTMLText(String(repeating: piece, count: 50_000) + "x")
        #expect(page.text.utf8.count <= 500_000)
        // Four times as much takes four times as long, and not sixteen times.
        let (short, long) = (cost(of: piece, count: 10_000), cost(of: piece, count: 40_000))
        #expect(long < short * 10 + .milliseconds(20), "\(short), \(long)")
    }

    /// The least of a few, of this thread's own time.
    private func cost(of piece: String, count: Int) -> Duration {
        let page = String(repeating: piece, count: count)
        return (1...3).reduce(.seconds(3600)) { least, _ in
            let start = ThreadTime.now
            _ = HTMLText(page)
            return min(least, ThreadTime.now - start)
        }
    }

    @Test("many empty lines are two, so that nothing scrolls away what stands above")
    func emptyLines() {
        #expect(text("a" + String(repeating: "<br>", count: 1000) + "b") == "a\n\n\nb")
        #expect(text("<pre>a" + String(repeating: "\n", count: 1000) + "b</pre>") == "a\n\n\nb")
    }
}

/// The time that this thread has worked.
private enum ThreadTime {
    static var now: Duration {
        var time = timespec()
        // SAFETY: clock_gettime fills the one structure that it is given.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
