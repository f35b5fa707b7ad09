import AccountModel
import Testing

/// What people and the store write for services, accounts and programs.
@Suite("Names")
struct AccountNameTests {
    @Test(
        "Every spelling of a service gives its canonical one",
        arguments: [
            ("twitter", "twitter"), ("Twitter/", "twitter"), ("mastodon/social.example", "mastodon/social.example"),
            ("Mastodon/HTTPS://Social.Example/", "mastodon/social.example"),
            ("gnusocial/http://[::1]:8080//", "gnusocial/[::1]:8080"), ("gnusocial/[0:0::1]", "gnusocial/[::1]"),
            ("gnusocial/[2001:DB8:0:0::7]", "gnusocial/[2001:db8::7]"), ("mastodon/1host", "mastodon/1host"),
            ("mastodon/https://Social.Example:443/", "mastodon/social.example"),
            ("mastodon/social.example.", "mastodon/social.example"),
            ("mastodon/a.example:0080", "mastodon/a.example:80"),
            ("friendica/localhost", "friendica/localhost"), ("friendica/127.0.0.1:8080", "friendica/127.0.0.1:8080"),
        ])
    func services(text: String, canonical: String) throws {
        let service = try #require(Service(text))
        #expect(service.description == canonical)
        #expect(Service(canonical) == service)
    }

    @Test(
        "What can be no service is refused",
        arguments: [
            "", "/", "-a", "a b", "twitter/a/b", "twitter/user@host", "https://x.com", "é", "a\n", "a/b\u{0}",
            "\u{212A}elvin", String(repeating: "a", count: 65), "a/b c", "a/b..c", "a/.b", "a/..", "a/-b", "a/b-.c",
            "a/b:", "a/b:0", "a/b:65536", "a/b:1:2", "a/b:x", "a/::1", "a/[::1", "a/[x]", "a/b?c", "a/b#c",
            "a/https://", "a/[:::::]", "a/[::1%lo]", "a/127.1", "a/2130706433", "a/0x7f.1", "a/0x7f000001",
            "a/127.0.0.01",
            "a/1.2.3.256", "a/b.1",
            "a/bücher.example", "a/" + String(repeating: "b", count: 64), "a/ftp://b",
        ])
    func noServices(text: String) {
        #expect(Service(text) == nil)
    }

    @Test("A host in another alphabet is told by whoever knows its form in DNS")
    func hosts() {
        let service = Service("Mastodon/https://Bücher.example:8080/") { host in
            host == "Bücher.example" ? "xn--bcher-kva.example" : nil
        }
        #expect(service?.description == "mastodon/xn--bcher-kva.example:8080")
        #expect(Service("mastodon/bücher.example") { _ in nil } == nil)
        #expect(Service("mastödon/a.example") { $0 } == nil)
    }

    @Test(
        "A number, a name, a service with a name and a UUID are told apart, and come back as they are spelt",
        arguments: [
            ("2", "2"), ("007", "7"), ("alice", "@alice"), ("@Alice", "@Alice"), ("@123", "@123"),
            ("twitter:alice", "twitter:alice"), ("Twitter:@123", "twitter:123"),
            ("mastodon/[::1]:80:bob", "mastodon/[::1]:80:bob"),
            ("0B9F8A52-6C3D-4E8F-9A10-1F2E3D4C5B6A", "0b9f8a52-6c3d-4e8f-9a10-1f2e3d4c5b6a"),
        ])
    func selectors(text: String, spelling: String) throws {
        let selector = try #require(AccountSelector(text))
        #expect(selector.description == spelling)
        #expect(AccountSelector(selector.description) == selector)
    }

    @Test(
        "What selects nothing is refused", arguments: ["", "@", "@@a", "a b", "twitter:", ":a", "a b:c", "t:@", "\n"])
    func noSelectors(text: String) {
        #expect(AccountSelector(text) == nil)
    }

    @Test("Names are compared in any case, numbers never with names")
    func matching() throws {
        let id = try #require(AccountID("0b9f8a52-6c3d-4e8f-9a10-1f2e3d4c5b6a"))
        var account = Account(id: id, number: 2, service: .twitter, app: "default", username: "Alice", userID: nil)
        for text in ["2", "alice", "@ALICE", "twitter:aLice", id.description] {
            #expect(AccountSelector(text)?.matches(account) == true, "\(text)")
        }
        for text in ["1", "@2", "bob", "other:alice"] {
            #expect(AccountSelector(text)?.matches(account) == false, "\(text)")
        }
        #expect(account.label == "@Alice (2, twitter)")
        account.username = "a\nacctstore grant any"
        #expect(account.label == #"@a\u{A}acctstore grant any (2, twitter)"#)
    }

    @Test("An id is a UUID and nothing else", arguments: ["", "0b9f8a52", "0b9f8a526c3d4e8f9a101f2e3d4c5b6a"])
    func noIDs(text: String) {
        #expect(AccountID(text) == nil)
        #expect(AccountID("0b9f8a52-6c3d-4e8f-9a10-1f2e3d4c5b6g") == nil)
        #expect(AccountID("0b9f8a52-6c3d-4e8f-9a10+1f2e3d4c5b6a") == nil)
    }
}
