import AccountModel
import TestRig
import Testing

@testable import AgentService

@Suite("What the agent finds in its surroundings")
struct ExaminationTests {
    @Test("every mistake of a configuration is told with its line, and none of its values")
    func configuration() async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let path = folder.path("acctstore.conf")
        #expect(await ConfigurationCheck(path: path).findings().map(\.state) == [.ok])
        try folder.write(
            """
            s3cret-line
            [acctstore]
            keychain=s3cret-kind
            service=s3cret service
            s3cretkey=1
            [network]
            timeout=s3cret
            prox=http://a:s3cret@b/
            proxy=s3cret
            [s3cret]
            a=b
            [agent]
            log=s3cret
            idle-exit=s3cret
            """, to: "acctstore.conf")
        let findings = await ConfigurationCheck(path: path).findings()
        #expect(findings.allSatisfy { $0.code == .notConfigured && $0.check == "configuration" })
        let places = findings.map { String($0.found.dropFirst(path.count + 1).prefix { $0 != " " }) }
        #expect(places == ["1:", "5:", "8:", "10:", "3:", "4:", "9:", "7:", "14:", "13:"], "\(findings.map(\.found))")
        #expect(!"\(findings)".contains("s3cret"), "\(findings)")
        #expect(findings.dropFirst(2).first?.next == "Did you mean 'proxy'?\n${EDITOR:-vi} \(path)")
    }

    @Test(
        "every mistake of every description, names of files that are none, and what stands in the place of a built-in one"
    )
    func descriptions() async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let check = DescriptionsCheck(services: FileServices(folder: folder.path("services")))
        #expect(await check.findings().map(\.state) == [.ok])
        try folder.write("[service]\ntitle=My X\n", to: "services/twitter.conf")
        try folder.write(
            "[service]\napi=s3cret\ndialect=s3cret\n[oauth1]\nxauth=s3cret\naccess-token=ftp://s3cret/\n[text]\nlimit=s3cret\n",
            to: "services/local.conf")
        try folder.write("[service]\nbase=http://s3cret/\n", to: "services/mastodon/social.example.conf")
        try folder.write("", to: "services/Upper.conf")
        let findings = await check.findings()
        #expect(findings.first?.found == "descriptions of your own: 4, understood: 1")
        let problems = findings.filter { $0.state == .problem }
        let base = folder.path("services/")
        let places = problems.map { String($0.found.dropFirst(base.count).prefix { $0 != " " }) }
        #expect(
            Set(places) == [
                "Upper.conf:", "local.conf:2:", "local.conf:3:", "local.conf:5:", "local.conf:6:", "local.conf:8:",
                "mastodon/social.example.conf:2:",
            ], "\(problems.map(\.found))")
        #expect(places.count == 7)
        #expect(problems.first { $0.found.contains("Upper") }?.next == "mv \(base)Upper.conf \(base)upper.conf")
        #expect(
            findings.contains { $0.state == .note && $0.found.contains("in the place of what is built in for twitter") }
        )
        #expect(!"\(findings)".contains("s3cret"), "\(findings)")
    }

    @Test(
        "a proxy is told by its place alone",
        arguments: [
            ("http://host:3128/", "http://host:3128"), ("http://user:s3cret@host:3128/?k=s3cret", "http://host:3128"),
            ("user:s3cret@host:3128", "host:3128"), ("socks5://u:p@[::1]:1080", "socks5://[::1]:1080"),
            ("s3cret word", "something that is no address of a proxy"),
            ("s3cret://host", "something that is no address of a proxy"),
        ])
    func proxy(_ text: String, _ place: String) async {
        #expect(ProxyCheck.place(text) == place)
        let check = ProxyCheck(configured: { nil }, environment: ["https_proxy": text, "NO_PROXY": "s3cret"])
        #expect(await check.findings().map(\.found) == ["\(place), by $https_proxy; with exceptions by $no_proxy"])
    }

    @Test("too little memory that may be locked is a note")
    func memory() async {
        #expect(await LockedMemoryCheck(limit: 16 << 10).findings()[0].state == .note)
        #expect(await LockedMemoryCheck(limit: 8 << 20).findings()[0].state == .ok)
        #expect(await LockedMemoryCheck(limit: nil).findings()[0].state == .ok)
    }
}
