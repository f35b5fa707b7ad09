import AccountModel
import AccountStore
import Glibc
import TestRig
import Testing

@testable import AgentService

@Suite("Descriptions of services")
struct ConfigurationServicesTests {
    static let whole = """
        [service]
        title=Local test server #1
        dialect=twitter-1.1                # twitter-1.1, twitter-2, mastodon, or none (signing only)
        api=http://127.0.0.1:8080/         # base URLs
        upload=
        [oauth1]
        request-token=http://127.0.0.1:8080/oauth/request_token
        authorize=http://127.0.0.1:8080/oauth/authorize
        access-token=http://127.0.0.1:8080/oauth/access_token
        invalidate-token=
        xauth=true
        callback=registered
        app-token=http://127.0.0.1:8080/o2/app
        signature-method=HMAC-SHA256
        [oauth2]
        authorize=http://127.0.0.1:8080/o2/authorize?a=b
        token=http://127.0.0.1:8080/o2/token
        revoke=http://127.0.0.1:8080/o2/revoke
        device=http://127.0.0.1:8080/o2/device
        scopes=read  write:statuses # words
        client-auth=post
        callback=registered
        oob=true
        client-credentials=false
        app-scopes=read  public
        [text]
        limit=500
        counting=codepoints
        url-length=30
        """

    @Test("A description is read whole")
    func everything() throws {
        let description = try #require(try read(ConfigurationServicesTests.whole))
        #expect(description.service.description == "local")
        #expect(description.profile.title == "Local test server #1")
        #expect(description.profile.dialect == .twitter11)
        #expect(description.urls.api == "http://127.0.0.1:8080/")
        #expect(description.profile.api == description.urls.api)
        #expect(description.urls.upload == nil)
        #expect(description.urls.requestToken == "http://127.0.0.1:8080/oauth/request_token")
        #expect(description.urls.authorize == "http://127.0.0.1:8080/oauth/authorize")
        #expect(description.urls.accessToken == "http://127.0.0.1:8080/oauth/access_token")
        #expect(description.urls.invalidateToken == nil)
        #expect(description.offersXAuth)
        #expect(description.callback == .registered)
        #expect(description.appToken == "http://127.0.0.1:8080/o2/app")
        #expect(description.signatureMethod == "HMAC-SHA256")
        #expect(description.profile.textLimit == 500)
        #expect(description.profile.counting == .codepoints)
        #expect(description.profile.urlLength == 30)
        #expect(description.source?.hasSuffix("/local.conf") == true)
        #expect(
            description.oauth2
                == OAuth2Endpoints(
                    authorize: "http://127.0.0.1:8080/o2/authorize?a=b", token: "http://127.0.0.1:8080/o2/token",
                    revoke: "http://127.0.0.1:8080/o2/revoke", device: "http://127.0.0.1:8080/o2/device",
                    scopes: "read write:statuses", clientAuthentication: .post, callback: .registered, showsCode: true,
                    givesAppTokens: false, appScopes: "read public"))
    }

    @Test("What a file says of OAuth 2.0 is laid over what is built in")
    func oauth2() throws {
        #expect(
            try read("[service]\ndialect=none\napi=https://a.example/\n[oauth2]\nclient-auth=none\n")?.oauth2 == nil)
        try withFolder { folder in
            try folder.write("[oauth2]\nscopes=tweet.read\n", to: "twitter.conf")
            var wanted = try #require(ServiceDescription.twitter.oauth2)
            wanted.scopes = "tweet.read"
            #expect(try FileServices(folder: folder.path).description(of: .twitter)?.oauth2 == wanted)
        }
    }

    @Test("The least that a description can be")
    func least() throws {
        let description = try #require(try read("[service]\ndialect=none\napi=https://api.example/v1/\n"))
        #expect(description.profile.title == "local")
        #expect(description.signatureMethod == "HMAC-SHA1")
        #expect(description.callback == .any && !description.offersXAuth)
        #expect(description.profile.textLimit == 280 && description.profile.counting == .weighted)
    }

    @Test("Built-in services hold where no file speaks, and under what a file says")
    func builtIn() throws {
        try withFolder { folder in
            let services = FileServices(folder: folder.path)
            #expect(try services.services() == [.twitter])
            #expect(try services.description(of: .twitter) == BuiltInServices().description(of: .twitter))
            #expect(try services.description(of: #require(Service("nowhere"))) == nil)
            try folder.write("[text]\nlimit=25000\n", to: "twitter.conf")
            try folder.write(ConfigurationServicesTests.whole, to: "local.conf")
            try folder.write("", to: "local.conf~")
            let changed = try #require(try services.description(of: .twitter))
            #expect(changed.profile.textLimit == 25_000)
            #expect(changed.urls == ServiceDescription.twitter.urls)
            #expect(changed.source == folder.path("twitter.conf"))
            #expect(try services.services().map(\.description) == ["local", "twitter"])
        }
    }

    @Test("A folder that is not there describes nothing, and tells where a description would lie")
    func noFolder() throws {
        let services = FileServices(folder: "/nonexistent")
        #expect(try services.services() == [.twitter])
        #expect(services.file(for: try #require(Service("local"))) == "/nonexistent/local.conf")
        #expect(
            services.file(for: try #require(Service("mastodon/social.example")))
                == "/nonexistent/mastodon/social.example.conf")
    }

    @Test(
        "A file must be called as its service is",
        arguments: ["Local.conf", "a b.conf", "http:.conf", "mastodon/Social.Example.conf", "mastodon/a b.conf"])
    func names(name: String) throws {
        try withFolder { folder in
            try folder.write(ConfigurationServicesTests.whole, to: name)
            let error = try #require(throws: BrokerError.self) { try FileServices(folder: folder.path).services() }
            #expect(error.code == .notConfigured)
            #expect(error.message.contains(name))
            #expect(
                (error.nextStep ?? "").contains(
                    name.hasPrefix("mastodon/S") ? "mastodon/social.example.conf" : "Call the file"))
        }
    }

    @Test("The name of a file forges no next step, and is quoted in a command")
    func forgedName() async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        try folder.write(ConfigurationServicesTests.whole, to: "evil\nrm -rf ~.conf")
        let services = FileServices(folder: folder.path)
        let error = try #require(throws: BrokerError.self) { try services.services() }
        #expect(error.message.contains(#"/evil\u{A}rm -rf ~.conf"#) && !error.message.contains("\n"))
        try folder.write("[service]\n", to: "A\nB.conf")
        try folder.write("nothing\n", to: "c.conf")
        for finding in await DescriptionsCheck(services: services).findings() {
            #expect(!finding.found.contains("\n") && finding.next?.contains("\nrm") != true, "\(finding)")
        }
    }

    @Test("A link that leads nowhere hides no built-in service")
    func deadLink() throws {
        try withFolder { folder in
            #expect(unsafe symlink("gone", folder.path("twitter.conf")) == 0)
            let error = try #require(throws: BrokerError.self) {
                try FileServices(folder: folder.path).description(of: .twitter)
            }
            #expect(error.code == .notConfigured)
            #expect(error.message == "\(folder.path("twitter.conf")): this is a link to gone, which is not there")
        }
    }

    @Test(
        "URLs that secrets must not go to are refused",
        arguments: [
            "http://api.example/", "http://127.0.0.1.example/", "http://128.0.0.1/", "http://localhost.example/",
            "ftp://api.example/", "api.example/", "//api.example/", "https://", "https:///",
            "https://user@api.example/",
            "https://api.example", "https://api.example/v1", "https://api.example/?a=b/", "https://api.example/#/",
            "https://api.example/../", "https://api.example/a/./", "https://api.example/ä/", "https://api.example/a b/",
            "https://api.example\\/", "https://api.example:port/", "https://api.example:99999/", "http://127.1/",
        ])
    func urls(url: String) throws {
        let error = try #require(throws: BrokerError.self) {
            try read("[service]\ndialect=none\napi=\(url.replacing("\\", with: "\\\\"))\n")
        }
        #expect(error.code == .notConfigured)
        #expect(error.message.contains("/local.conf:3: [service] api: '\(url)'"), "\(error.message)")
    }

    @Test(
        "URLs on this machine may be plain",
        arguments: ["http://localhost/", "http://LOCALHOST:80/", "http://[::1]:8080/a/", "http://127.8.9.1:1/"])
    func loopback(url: String) throws {
        #expect(try read("[service]\ndialect=none\napi=\(url)\n")?.urls.api == url)
    }

    @Test(
        "What is missing or unknown is told with its key",
        arguments: [
            ("dialect=\n", "[service] dialect: missing"), ("api=\n", "[service] api: the base URL of the service"),
            ("dialect=gopher\n", "[service] dialect: 'gopher' is none of"),
            ("[oauth1]\nxauth=true\n", "[oauth1] access-token: missing"),
            ("[oauth1]\naccess-token=https://a.example/t\nrequest-token=https://a.example/r\n", "authorize"),
            ("[oauth1]\naccess-token=https://a.example/t\nauthorize=https://a.example/r\n", "request-token"),
            ("[oauth1]\naccess-token=http://a.example/t\n", "[oauth1] access-token: 'http://a.example/t'"),
            ("[oauth1]\naccess-token=https://a.example/t\nsignature-method=MD5\n", "signature-method: 'MD5'"),
            ("[oauth1]\naccess-token=https://a.example/t\ncallback=none\n", "[oauth1] callback: 'none'"),
            ("[oauth1]\naccess-token=https://a.example/t\nauthorize-parameters=force_login x\n", "'x' is none of"),
            ("[oauth1]\naccess-token=https://a.example/t\nxauth=maybe\n", "[oauth1] xauth: 'maybe'"),
            ("[oauth2]\nclient-auth=none|basic\n", "[oauth2] client-auth: 'none|basic'"),
            ("[oauth2]\nauthorize=https://a.example/a\n", "[oauth2] token: missing"),
            ("[oauth2]\ntoken=http://a.example/t\n", "[oauth2] token: 'http://a.example/t'"),
            ("[oauth2]\ntoken=https://a.example/t\nscopes=\"a\"\n", "[oauth2] scopes:"),
            ("[oauth2]\ntoken=https://a.example/t\noob=maybe\n", "[oauth2] oob: 'maybe'"),
            ("[text]\nlimit=0\n", "[text] limit: '0' is no number"),
            ("[text]\ncounting=bytes\n", "[text] counting: 'bytes'"),
            ("[oauth]\n", "there is no group [oauth]"),
            ("[text]\nlimits=1\n", "[text] has no key 'limits'"),
        ])
    func errors(text: String, words: String) throws {
        let key = text.prefix { $0 != "=" }
        let least = ["dialect=none", "api=https://a.example/"].filter { !$0.hasPrefix("\(key)=") }
        let error = try #require(throws: BrokerError.self) {
            try read((["[service]"] + least).joined(separator: "\n") + "\n" + text)
        }
        #expect(error.code == .notConfigured)
        #expect(error.message.contains("/local.conf:"))
        #expect(error.message.contains(words), "\(error.message)")
    }

    @Test(
        "What can be read in two ways is read in none",
        arguments: [
            ("api=https://b.example/\n", ":4: api stands in line 3 already"),
            ("title=a\u{0}b\n", ":4: a NUL byte is no text"),
        ])
    func unclear(text: String, words: String) throws {
        let error = try #require(throws: BrokerError.self) {
            try read("[service]\ndialect=none\napi=https://a.example/\n" + text)
        }
        #expect(error.code == .notConfigured && error.message.hasSuffix(words), "\(error.message)")
    }

    @Test("What everybody may write to is nobody's description")
    func open() throws {
        try withFolder { folder in
            try folder.write("[service]\ndialect=none\napi=https://a.example/\n", to: "local.conf", mode: 0o666)
            #expect(unsafe chmod(folder.path("local.conf"), 0o666) == 0)
            let services = FileServices(folder: folder.path)
            let error = try #require(throws: BrokerError.self) {
                try services.description(of: #require(Service("local")))
            }
            #expect(error.message.contains("chmod o-w"), "\(error.message)")
        }
    }

    private func read(_ text: String) throws -> ServiceDescription? {
        try withFolder { folder in
            try folder.write(text, to: "local.conf")
            return try FileServices(folder: folder.path).description(of: #require(Service("local")))
        }
    }
}
