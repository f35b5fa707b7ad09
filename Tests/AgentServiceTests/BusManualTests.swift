import AccountModel
import TestRig
import Testing

@testable import AgentService

/// org.acctstore.Agent1(5) tells the interface as data/org.acctstore.Agent1.xml declares it.
@Suite("The manual of the D-Bus interface")
struct BusManualTests {
    private let page: ManualPage
    private let interface: [Substring]

    init() throws {
        page = try ManualPage("org.acctstore.Agent1.5")
        interface = try PackageFiles.text("data/org.acctstore.Agent1.xml").split(separator: "\n")
    }

    @Test("every method, and each of its arguments with direction and type, in their order")
    func methods() throws {
        let declared = declared("method")
        #expect(declared.count >= 4)
        #expect(try titles(in: "METHODS") == declared.map(\.name))
        for method in declared { #expect(try arguments(in: method.name) == method.arguments, "\(method.name)") }
    }

    @Test("every signal with its arguments")
    func signals() throws {
        let declared = declared("signal")
        #expect(try titles(in: "SIGNALS") == declared.map(\.name))
        for signal in declared { #expect(try arguments(in: signal.name) == signal.arguments, "\(signal.name)") }
    }

    @Test("every property with its type")
    func properties() throws {
        let declared = interface.filter { $0.contains("<property ") }.map {
            ".It Ic \(attribute("name", of: $0)) Pq Li \(attribute("type", of: $0))"
        }
        #expect(try page.section("PROPERTIES").filter { $0.hasPrefix(".It") } == declared)
    }

    @Test("every option of the comments of the interface, and no other")
    func options() throws {
        let told = try page.section("OPTIONS").compactMap { line in
            line.firstMatch(of: /^\.It Ic (\w+) Pq Li (\w+)$/).map { "\($0.1) (\($0.2))" }
        }
        let text = interface.joined(separator: "\n")
        let lists = text.matches(
            of: /(?:Options, the same for every method|Further options?:)[^<]*?(?:\n\s+accounts:|-->)/)
        let declared = lists.flatMap { list in
            list.output.matches(of: /(?:\s|: )(\w+) \(([a-z])\)/).map { "\($0.1) (\($0.2))" }
        }
        #expect(Set(told) == Set(declared))
    }

    @Test("every error with its status, here and in the interface")
    func errors() throws {
        let told = try page.section("ERROR NAMES").compactMap { line in
            line.firstMatch(of: /^\.It Li (\w+) Ta (\d+) Ta\b/).map { "\($0.1) \($0.2)" }
        }
        let source = try PackageFiles.text("Sources/AccountModel/Broker/BrokerError.swift")
        let codes = source.matches(of: /Self\(rawValue: "(\w+)"\)/).map { BrokerError.Code(rawValue: String($0.1)) }
        #expect(codes.count > 10)
        #expect(told == codes.map { "\($0.rawValue) \($0.exitStatus)" })
        let text = interface.joined(separator: " ")
        for code in codes { #expect(text.contains(code.rawValue), "\(code.rawValue)") }
    }

    // MARK: - Reading the two

    private struct Declaration {
        var name: String
        /// `in service s`
        var arguments: [String]
    }

    private func declared(_ kind: String) -> [Declaration] {
        var all: [Declaration] = []
        for line in interface {
            if line.contains("<\(kind) name=") {
                all.append(Declaration(name: attribute("name", of: line), arguments: []))
            } else if line.contains("<arg "), !all.isEmpty, line.contains("direction=") == (kind == "method") {
                let direction = kind == "method" ? attribute("direction", of: line) + " " : ""
                all[all.count - 1].arguments.append(
                    "\(direction)\(attribute("name", of: line)) \(attribute("type", of: line))")
            }
        }
        return all
    }

    private func attribute(_ name: String, of line: Substring) -> String {
        guard let start = line.firstRange(of: " \(name)=\"")?.upperBound else { return "" }
        return String(line[start...].prefix { $0 != "\"" })
    }

    private func titles(in section: String) throws -> [String] {
        try page.section(section).compactMap { $0.hasPrefix(".Ss ") ? String($0.dropFirst(4)) : nil }
    }

    private func arguments(in section: String) throws -> [String] {
        try page.section(section).compactMap { line in
            line.firstMatch(of: /^\.It (in |out |)Ar (\w+) Pq Li (.+)$/).map { "\($0.1)\($0.2) \($0.3)" }
        }
    }
}

/// acctstore-agent(8) tells how the agent is started.
@Suite("The manual of the agent")
struct AgentManualTests {
    @Test("every option of the help, and no other but what is for its own programs")
    func options() throws {
        let lines = try ManualPage("acctstore-agent.8").section("OPTIONS").filter { $0.hasPrefix(".It ") }
        let told = lines.flatMap { $0.matches(of: /-(\w+)/).map { "--\($0.1)" } }
        let help = AgentArguments.help.matches(of: /--\w+/).map { String($0.0) }
        #expect(Set(told) == Set(help))
    }

    @Test("every variable that the agent reads is in ENVIRONMENT")
    func variables() throws {
        let items = try ManualPage("acctstore-agent.8").section("ENVIRONMENT").filter { $0.hasPrefix(".It Ev ") }
        let told = Set(items.flatMap { $0.split(separator: " ").map(String.init) })
        let folders = ["AgentService", "GLibBridge", "Prompters", "SecretServiceKeychain", "SoupTransport"]
        // What `Identity` reads is the environment of who asks.
        let files: [String] = folders.flatMap { PackageFiles.files(below: "Sources/\($0)") }
        let names: [String] = try files.filter { !$0.contains("/Identity/") }.flatMap { file in
            try PackageFiles.text(file).matches(of: /environment\["([A-Z_]+)"\]/).map { String($0.1) }
        }
        #expect(Set(names).count > 3)
        #expect(Set(names).subtracting(told) == [])
    }
}
