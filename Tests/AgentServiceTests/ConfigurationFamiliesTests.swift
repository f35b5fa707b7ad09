import AccountModel
import AccountStore
import AgentService
import Glibc
import TestRig
import Testing

/// Software that runs on many hosts, and files for one of them.
@Suite("Descriptions of services on hosts")
struct ConfigurationFamiliesTests {
    @Test("Software that runs on many hosts is described at each of them, https alone")
    func families() throws {
        let services = FileServices(folder: "/nonexistent")
        let social = try #require(try services.description(of: described("gnusocial/social.example:8443")))
        #expect(social.urls.api == "https://social.example:8443/api/")
        #expect(social.urls.requestToken == "https://social.example:8443/api/oauth/request_token")
        #expect(social.takesAnonymousApp && social.profile.dialect == .twitter11 && social.source == nil)
        let mastodon = try #require(try services.description(of: described("mastodon/social.example")))
        #expect(mastodon.urls.api == "https://social.example/" && mastodon.profile.dialect == .mastodon)
        #expect(mastodon.oauth2?.registration == "https://social.example/api/v1/apps")
        #expect(mastodon.oauth2?.scopes == "read write")
        let friendica = try #require(try services.description(of: described("friendica/[::1]:8080")))
        #expect(friendica.oauth2?.token == "https://[::1]:8080/oauth/token")
        for name in ["mastodon", "other/social.example"] {
            #expect(try services.description(of: described(name)) == nil)
        }
    }

    @Test("A file for one host says where it lies, and changes single keys")
    func base() throws {
        try withFolder { folder in
            let services = FileServices(folder: folder.path)
            try folder.write(
                "[service]\nbase=http://127.0.0.1:8080/social/\n[text]\nlimit=140\nask=\n",
                to: "gnusocial/127.0.0.1:8080.conf")
            try folder.write("[oauth2]\nscopes=read\n", to: "mastodon/social.example.conf")
            let here = try #require(Service("gnusocial/127.0.0.1:8080"))
            let description = try #require(try services.description(of: here))
            #expect(description.urls.api == "http://127.0.0.1:8080/social/api/")
            #expect(description.urls.accessToken == "http://127.0.0.1:8080/social/api/oauth/access_token")
            #expect(description.limitAddresses == ["http://127.0.0.1:8080/social/api/statusnet/config.json"])
            #expect(description.profile.textLimit == 140 && description.takesAnonymousApp)
            #expect(description.source == folder.path("gnusocial/127.0.0.1:8080.conf"))
            let narrow = try #require(try services.description(of: described("mastodon/social.example")))
            #expect(narrow.oauth2?.scopes == "read" && narrow.urls.api == "https://social.example/")
            #expect(
                try services.services().map(\.description) == [
                    "gnusocial/127.0.0.1:8080", "mastodon/social.example", "twitter",
                ])
        }
    }

    @Test("Any service may be on a host of its own, where its file is whole")
    func other() throws {
        try withFolder { folder in
            try folder.write("[service]\ndialect=mastodon\napi=https://a.example/\n", to: "pleroma/a.example.conf")
            let services = FileServices(folder: folder.path)
            #expect(try services.description(of: described("pleroma/a.example"))?.profile.dialect == .mastodon)
            #expect(try services.description(of: described("pleroma/b.example")) == nil)
        }
    }

    @Test(
        "What is wrong is told with file, line and key",
        arguments: [
            ("local.conf", "[service]\nbase=https://a.example/\n", "local.conf:2: [service] base: only friendica/HOST"),
            (
                "mastodon/a.example.conf", "[service]\nbase=http://a.example/\n",
                "a.example.conf:2: [service] base: 'http"
            ),
            (
                "mastodon/a.example.conf", "[service]\nbase=https://a.example\n",
                "a.example.conf:2: [service] base: 'https"
            ),
            ("mastodon/a.example.conf", "[oauth2]\nregister=apps\n", "a.example.conf:2: [oauth2] register: 'apps'"),
            ("mastodon/a.example.conf", "\n[text]\nask=https://b.example/ x\n", "a.example.conf:3: [text] ask: 'x'"),
            ("mastodon/a.example.conf", "[oauth2]\ntokken=x\n", "a.example.conf:2: [oauth2] has no key 'tokken'"),
            ("twitter.conf", "[service]\nidentity=x\n", "twitter.conf:2: [service] identity: 'x'"),
            ("twitter.conf", "[service]\nidentity-method=PUT\n", "twitter.conf:2: [service] identity-method: 'PUT'"),
            ("twitter.conf", "[oauth1]\nanonymous=maybe\n", "twitter.conf:2: [oauth1] anonymous: 'maybe'"),
            (
                "twitter.conf", "[oauth1]\nauthorize-parameters=oauth_token=1\n",
                "twitter.conf:2: [oauth1] authorize-parameters: 'oauth_token=1'"
            ),
        ])
    func errors(file: String, text: String, words: String) throws {
        try withFolder { folder in
            try folder.write(text, to: file)
            let service = try #require(Service(String(file.dropLast(5))))
            let error = try #require(throws: BrokerError.self) {
                try FileServices(folder: folder.path).description(of: service)
            }
            #expect(error.code == .notConfigured)
            #expect(error.message.contains(words), "\(error.message)")
        }
    }

    @Test("What a log-in is to be told at the page, whose a token is, and how long a post may be")
    func newKeys() throws {
        try withFolder { folder in
            try folder.write(
                """
                [service]
                dialect=none
                api=https://a.example/
                identity=https://a.example/me?x=1
                identity-method=POST
                [oauth1]
                request-token=https://a.example/r
                authorize=https://a.example/a
                authorize-parameters=screen_name perms=write Access=Full
                access-token=https://a.example/t
                anonymous=true
                [text]
                ask=https://a.example/2 https://a.example/1
                """, to: "a.conf")
            let service = try #require(Service("a"))
            let description = try #require(try FileServices(folder: folder.path).description(of: service))
            #expect(description.identity == IdentityQuestion(method: "POST", url: "https://a.example/me?x=1"))
            #expect(description.authorizeParameters == [.screenName])
            #expect(
                description.fixedAuthorizeParameters == [Parameter("perms", "write"), Parameter("Access", "Full")])
            #expect(description.takesAnonymousApp)
            #expect(description.limitAddresses == ["https://a.example/2", "https://a.example/1"])
        }
    }
}

/// Descriptions that are installed, and off until they are chosen.
@Suite("Descriptions that came along")
struct ShippedServicesTests {
    private static let shipped = PackageFiles.root + "/share/acctstore/services"

    @Test("Each is understood, is for signing alone, and says how it is chosen")
    func all() throws {
        try withFolder { folder in
            let offers = FileServices(folder: folder.path("own"), shipped: ["/nonexistent", Self.shipped]).offers()
            #expect(
                offers.map(\.service.description) == ["discogs", "flickr", "instapaper", "smugmug", "tumblr"])
            for offer in offers {
                let description = try offer.description.get()
                #expect(description.profile.dialect == .none && description.urls.accessToken != nil)
                #expect(description.signatureMethod == "HMAC-SHA1" && description.oauth2 == nil)
                #expect(description.urls.api.hasPrefix("https://"))
                #expect(offer.choice.contains("ln -sf \(offer.file) \(folder.path("own"))/"))
            }
            let instapaper = try #require(offers.first { $0.service.name == "instapaper" }).description.get()
            #expect(instapaper.offersXAuth && instapaper.urls.requestToken == nil)
        }
    }

    @Test("The command that it says chooses it, and then it is on; the link away, it is off")
    func choosing() async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let services = FileServices(folder: folder.path("it's mine/services"), shipped: [Self.shipped])
        let tumblr = try #require(Service("tumblr"))
        #expect(try services.description(of: tumblr) == nil)
        #expect(try !services.services().contains(tumblr))
        let command = try #require(services.offers().first { $0.service == tumblr }).choice
        let chosen = try await Program(
            ["/bin/sh", "-c", command], environment: ["PATH": "/usr/bin:/bin"], user: .current
        ).run()
        #expect(chosen.status == 0, "\(chosen.err)")
        #expect(try services.description(of: tumblr)?.profile.title == "Tumblr")
        #expect(try services.services().contains(tumblr))
        #expect(!services.offers().contains { $0.service == tumblr })
    }

    @Test("A description of one's own hides the one that came along")
    func own() throws {
        try withFolder { folder in
            try folder.write("[service]\ndialect=none\napi=https://mine.example/\n", to: "tumblr.conf")
            let services = FileServices(folder: folder.path, shipped: [Self.shipped])
            #expect(try services.description(of: described("tumblr"))?.urls.api == "https://mine.example/")
            #expect(!services.offers().contains { $0.service.name == "tumblr" })
        }
    }

    @Test("They lie where the folders of data are, the person's own first")
    func folders() throws {
        let usual = try AgentPaths(environment: ["HOME": "/home/alice"])
        #expect(
            usual.shippedServices == [
                "/home/alice/.local/share/acctstore/services", "/usr/local/share/acctstore/services",
                "/usr/share/acctstore/services",
            ])
        let told = try AgentPaths(
            environment: ["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/opt/x/:relative:/usr/share"])
        #expect(
            told.shippedServices == [
                "/d/acctstore/services", "/opt/x/acctstore/services", "/usr/share/acctstore/services",
            ])
        for (installed, last) in [
            ("/opt/y/services", "/opt/y/services"), ("/d/acctstore/services", "/u/acctstore/services"),
        ] {
            let paths = try AgentPaths(
                environment: ["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/u"], installed: installed)
            #expect(paths.shippedServices.last == last)
        }
    }

    @Test(
        "Those of the program itself are found from where it was installed or built, unless everybody may write there")
    func installed() throws {
        try withFolder { folder in
            let services = "share/acctstore/services"
            try folder.write("", to: "\(services)/tumblr.conf")
            for place in ["bin", "libexec/acctstore", ".build/x86_64-unknown-linux-gnu/release"] {
                let program = "\(place)/acctstore-agent"
                try folder.write("", to: program)
                #expect(InstalledServices.folder(of: folder.path(program)) == folder.path(services))
            }
            for place in ["sbin", ".build/release", "a/.build/x/y", "bin/x"] {
                try folder.write("", to: "\(place)/acctstore-agent")
                #expect(InstalledServices.folder(of: folder.path("\(place)/acctstore-agent")) == nil)
            }
            for part in ["share", "share/acctstore", services] {
                unsafe chmod(folder.path(part), 0o777)
                #expect(InstalledServices.folder(of: folder.path("bin/acctstore-agent")) == nil)
                unsafe chmod(folder.path(part), 0o755)
            }
            #expect(InstalledServices.folder(of: folder.path("bin/acctstore-agent")) == folder.path(services))
        }
    }
}

private func described(_ name: String) throws -> Service { try #require(Service(name)) }
