import AccountModel
import AccountStore
import AgentService
import Glibc
import TestRig
import Testing

@Suite("The configuration file")
struct ConfigurationTests {
    @Test("Without a file the defaults hold")
    func defaults() throws {
        try withFolder { folder in
            let configuration = try ConfigurationSource(path: folder.path("none.conf")).current()
            #expect(configuration == AgentConfiguration())
            #expect(configuration.keychain == .secretService)
            #expect(configuration.service == .twitter)
            #expect(configuration.timeout == 30)
            #expect(configuration.idleExit == 600)
            #expect(configuration.forgetAfter == 900)
            #expect(configuration.log && !configuration.notify && !configuration.manageWithoutTerminal)
        }
    }

    @Test("Every key is read, with a comment behind its value")
    func everything() throws {
        let configuration = try read(
            """
            # by hand
            [acctstore]
            keychain=vault                     # or secret-service
            service=Local
            collection=Logins of mine
            [network]
            proxy=http://127.0.0.1:3128/       # a#b
            timeout=45
            ca-file=/etc/ssl/mine#1.pem
            [access]
            manage-without-terminal=true
            [agent]
            idle-exit=2h
            forget-after=30s
            log=false
            notify=1
            """)
        var expected = AgentConfiguration()
        expected.keychain = .vault
        expected.service = try #require(Service("local"))
        expected.collection = "Logins of mine"
        expected.proxy = "http://127.0.0.1:3128/"
        expected.timeout = 45
        expected.authorities = "/etc/ssl/mine#1.pem"
        expected.manageWithoutTerminal = true
        expected.idleExit = 7200
        expected.forgetAfter = 30
        expected.log = false
        expected.notify = true
        #expect(configuration == expected)
        #expect(configuration.store.manageWithoutTerminal && configuration.store.timeout == 45)
    }

    @Test("An empty value is the default")
    func empty() throws {
        #expect(try read("[acctstore]\ncollection=\n[network]\nproxy=  # none\ntimeout=\n") == AgentConfiguration())
    }

    @Test(
        "What is not understood is an error that names the key",
        arguments: [
            ("[acctstore]\nkeychain=file\n", "[acctstore] keychain: 'file' is none of secret-service, vault"),
            ("[acctstore]\nservice=a b\n", "[acctstore] service: 'a b' is no name of a service"),
            ("[network]\ntimeout=30s\n", "[network] timeout: '30s' is no number from 1 to 3600"),
            ("[network]\ntimeout=0\n", "[network] timeout: '0' is no number from 1 to 3600"),
            ("[network]\nca-file=ca.pem\n", "[network] ca-file: 'ca.pem' is no absolute path"),
            (
                "[network]\nproxy=localhost\n",
                "[network] proxy: the value is no URL such as http://host:3128/: it does not"
            ),
            ("[network]\nproxy=http://a:s3cret b@host:1/\n", "http://host:3128/: a URL has no blanks"),
            (
                "[network]\nproxy=http://a:s3cret@host:99999/\n",
                "http://host:3128/: no host, or a port that is no number"
            ),
            ("[network]\nproxy=http://a:s3cret@/\n", "http://host:3128/: no host, or a port"),
            ("[network]\nproxy=ftp://a:s3cret@host/\n", "http://host:3128/: its scheme is none of http, https, socks,"),
            ("[access]\nmanage-without-terminal=yes\n", "manage-without-terminal: 'yes' is neither true nor false"),
            ("[agent]\nidle-exit=10\n", "[agent] idle-exit: '10' is no length of time such as 30s, 10m or 2h"),
            ("[agent]\nidle-exit=0m\n", "[agent] idle-exit: '0m' is no length of time"),
            ("[agent]\nforget-after=-1m\n", "[agent] forget-after: '-1m' is no length of time"),
            ("keychain=vault\n", "acctstore.conf:1: "), ("[acctstore]\nkeychain\n", "keychain"),
        ])
    func wrong(text: String, words: String) throws {
        let error = try #require(throws: BrokerError.self) { try read(text) }
        #expect(error.code == .notConfigured)
        #expect(error.message.contains("/acctstore.conf"))
        #expect(error.message.contains(words), "\(error.message)")
        #expect(!error.message.contains("s3cret"))
    }

    @Test(
        "A proxy may have a name and a password, and any address",
        arguments: [
            "http://a:p%40ss@host:3128/", "http://[::1]:8080", "socks5://host", "HTTPS://host:443/",
        ])
    func proxies(_ url: String) throws {
        #expect(try read("[network]\nproxy=\(url)\n").proxy == url)
    }

    @Test("A mistyped key or group is an error with the one that was meant")
    func mistyped() throws {
        let key = try #require(throws: BrokerError.self) { try read("[agent]\nidle-exitt=1m\n") }
        #expect(key.message.hasSuffix("acctstore.conf:2: [agent] has no key 'idle-exitt'"))
        #expect(key.nextStep == "Did you mean 'idle-exit'?")
        let group = try #require(throws: BrokerError.self) { try read("[Access]\nmanage-without-terminal=false\n") }
        #expect(group.message.hasSuffix("there is no group [Access]"))
        #expect(group.nextStep == "Did you mean 'access'?")
        let strange = try #require(throws: BrokerError.self) { try read("[agent]\ncolour=red\n") }
        #expect(strange.nextStep == "Known are: idle-exit, forget-after, log, notify.")
    }

    @Test("A change is seen at the next look, also one that breaks the file, and one that removes it")
    func changes() throws {
        try withFolder { folder in
            let path = try folder.write("[network]\ntimeout=10\n", to: "acctstore.conf")
            let source = ConfigurationSource(path: path)
            #expect(try source.current().timeout == 10)
            #expect(try source.current().timeout == 10)
            try folder.write("[network]\ntimeout=100\n", to: "acctstore.conf")
            #expect(try source.current().timeout == 100)
            try folder.write("[network]\ntimeout=a\n", to: "acctstore.conf")
            #expect(throws: BrokerError(.notConfigured, "")) { try source.current() }
            #expect(throws: BrokerError(.notConfigured, "")) { try source.current() }
            try folder.write("", to: "acctstore.conf")
            #expect(try source.current().timeout == 30)
        }
    }

    /// Nobody writes to the pipe, and the device never ends: reading either would take for ever.
    @Test("A pipe, a device or a huge file in its place is refused at once")
    func noFile() throws {
        try withFolder { folder in
            let pipe = folder.path("pipe.conf")
            #expect(unsafe mkfifo(pipe, 0o600) == 0)
            let huge = try folder.write("[network]\n", to: "huge.conf")
            #expect(unsafe truncate(huge, 100_000_000) == 0)
            for path in [pipe, "/dev/zero", huge, folder.path] {
                let error = #expect(throws: BrokerError(.notConfigured, "")) {
                    try ConfigurationSource(path: path).current()
                }
                #expect(error?.message.hasPrefix("\(path): this ") == true)
            }
        }
    }

    @Test(
        "A link that leads nowhere, in its place or above it, is not no file, also where there was none before",
        arguments: ["dotfiles/acctstore.conf", "dotfiles"])
    func deadLink(link: String) throws {
        try withFolder { folder in
            try folder.makeFolder("home")
            let path = folder.path("home/\(link == "dotfiles" ? "dotfiles/acctstore.conf" : "acctstore.conf")")
            let source = ConfigurationSource(path: path)
            #expect(try source.current().keychain == .secretService)
            let place = folder.path("home/\(link == "dotfiles" ? "dotfiles" : "acctstore.conf")")
            #expect(unsafe symlink("../\(link)", place) == 0)
            let error = try #require(throws: BrokerError.self) { try source.current() }
            #expect(error.code == .notConfigured)
            #expect(error.message.hasPrefix("\(path): "), "\(error.message)")
            #expect(error.message.hasSuffix("is a link to ../\(link), which is not there"), "\(error.message)")
            #expect(
                error.nextStep == "Put ../\(link) back, unless you mean to go without it.\nls -l \(place)"
            )
            try folder.write("[acctstore]\nkeychain=vault\n", to: "dotfiles/acctstore.conf")
            #expect(try source.current().keychain == .vault)
        }
    }

    @Test("A value on many lines forges no next step")
    func oneLine() throws {
        let error = try #require(throws: BrokerError.self) { try read(#"[acctstore]\#nkeychain=x\nrm -rf ~\#n"#) }
        #expect(error.message.contains(#"'x\u{A}rm -rf ~' is none of"#), "\(error.message)")
        #expect(!error.dbusMessage.contains("\n"), "\(error.dbusMessage)")
    }

    private func read(_ text: String) throws -> AgentConfiguration {
        try withFolder { folder in
            try ConfigurationSource(path: folder.write(text, to: "acctstore.conf")).current()
        }
    }
}

/// A folder of the tests' own user.
func withFolder<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder(user: .current)
    defer { folder.remove() }
    return try body(folder)
}
