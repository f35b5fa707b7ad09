import AccountModel
import AccountStore
import TestRig
import Testing

@testable import AgentService

/// The pages on files are written by hand; these hold them against what is read.
@Suite("The manual on files")
struct ConfigurationManualTests {
    @Test("acctstore.conf(5) has every key that is read, and no other")
    func configurationKeys() throws {
        let told = try keys(of: "acctstore.conf.5").mapValues { $0.map(\.key) }
        #expect(told == AgentConfiguration.schema)
    }

    @Test("acctstore-service(5) has every key that is read, and no other")
    func serviceKeys() throws {
        let told = try keys(of: "acctstore-service.5").mapValues { $0.map(\.key) }
        #expect(told == ServiceDescription.schema)
    }

    @Test("the defaults that acctstore.conf(5) tells are those that hold")
    func configurationDefaults() throws {
        let settings = try settings(of: "acctstore.conf.5")
        #expect(try AgentConfiguration(settings) == AgentConfiguration())
    }

    @Test("the defaults that acctstore-service(5) tells are those that hold")
    func serviceDefaults() throws {
        let needed = "[service]\ndialect=none\napi=https://a.example/\n"
        let service = try #require(Service("local"))
        // A group of a log-in must be whole.
        let values = ["access-token": "https://a.example/token", "dialect": "none", "api": "https://a.example/"]
        let told = try values.reduce(into: file(of: "acctstore-service.5")) { page, value in
            page = page.replacing("\n\(value.key)=\n", with: "\n\(value.key)=\(value.value)\n")
        }
        let bare = "\(needed)[oauth1]\naccess-token=https://a.example/token\n"
        #expect(
            try description(told, of: service) == description(bare, of: service))
    }

    @Test("the examples are understood")
    func examples() throws {
        let configuration = try AgentConfiguration(parse(example(in: "acctstore.conf.5")))
        #expect(configuration.timeout == 60)
        let service = try #require(Service("local"))
        let described = try description(example(in: "acctstore-service.5"), of: service)
        #expect(described.profile.title == "Our server")
    }

    private typealias Entry = (key: String, value: String)

    /// The keys of each group, with their defaults.
    private func keys(of name: String) throws -> [String: [Entry]] {
        let page = try ManualPage(name)
        var keys: [String: [Entry]] = [:]
        for title in page.subsections("[") {
            keys[String(title.dropFirst().dropLast())] = try page.section(title).compactMap { line in
                guard line.hasPrefix(".It Ic "), let equals = line.firstIndex(of: "=") else { return nil }
                return (String(line[..<equals].dropFirst(7)), String(line[line.index(after: equals)...]))
            }
        }
        return keys
    }

    /// A file that says what holds anyway.
    private func file(of name: String) throws -> String {
        try keys(of: name).map { group, entries in
            "[\(group)]\n" + entries.map { "\($0.key)=\($0.value)\n" }.joined()
        }.joined()
    }

    private func example(in name: String) throws -> String {
        let lines = try ManualPage(name).section("EXAMPLES")
        let start = try #require(lines.firstIndex { $0.hasPrefix(".Bd ") })
        return lines[(start + 1)...].prefix { $0 != ".Ed" }.map { $0 + "\n" }.joined()
    }

    private func settings(of name: String) throws -> Settings {
        try parse(file(of: name))
    }

    private func parse(_ text: String) throws -> Settings {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        return try #require(try Settings.read(folder.write(text, to: "page.conf")))
    }

    private func description(_ text: String, of service: Service) throws -> ServiceDescription {
        var description = try ServiceDescription(parse(text), of: service, over: nil)
        description.source = nil
        return description
    }
}
