import TestRig
import Testing

/// What the built programs link: the ones of this build, and the optimised, static ones where they were built.
@Suite("Linked libraries")
struct LinkTests {
    @Test("acctstore links GIO, and neither libsecret, libsoup, OpenSSL nor libyaml")
    func frontEnd() async throws {
        for folder in try Self.folders() {
            let needed = try await needed(by: "\(folder)/acctstore")
            #expect(needed.contains { $0.hasPrefix("libgio-2.0.") }, "\(folder)")
            for library in ["libsecret", "libsoup", "libcrypto", "libssl", "libcurl", "libyaml"] {
                #expect(!needed.contains { $0.hasPrefix(library) }, "\(folder) \(library)")
            }
        }
    }

    @Test("the agent alone links libyaml")
    func agent() async throws {
        for folder in try Self.folders() {
            let needed = try await needed(by: "\(folder)/acctstore-agent")
            #expect(needed.contains { $0.hasPrefix("libyaml") }, "\(folder)")
        }
    }

    @Test(
        "the program that gives out a token links the C library and Swift's, and nothing that reaches a bus or a network"
    )
    func handover() async throws {
        for folder in try Self.folders() {
            let needed = try await needed(by: "\(folder)/acctstore-reveal")
            let known = ["libc.so", "libm.so", "libgcc_s.so", "libstdc++.so", "libswift", "ld-linux"]
            #expect(needed.contains { $0.hasPrefix("libc.so") }, "\(folder)")
            #expect(needed.filter { name in !known.contains { name.hasPrefix($0) } } == [], "\(folder)")
        }
    }

    @Test(
        "no program holds full Foundation or its tables of languages",
        arguments: ["acctstore", "acctstore-agent", "acctstore-reveal"])
    func noFoundation(program: String) async throws {
        let heavy = ["Foundation", "FoundationInternationalization", "FoundationNetworking", "FoundationXML"]
        for folder in try Self.folders() {
            let needed = try await needed(by: "\(folder)/\(program)")
            for library in heavy + ["_FoundationICU"] {
                #expect(!needed.contains("lib\(library).so"), "\(folder) \(library)")
            }
            // Linked statically a library leaves no name behind but those of its symbols, each with its length before.
            for library in heavy {
                let symbol = "s\(library.utf8.count)\(library)"
                let search = ["/bin/grep", "-c", "-a", "-F", "-e", symbol, "\(folder)/\(program)"]
                #expect(try await run(search).status == 1, "\(folder)/\(program) \(symbol)")
            }
        }
    }

    /// The folder of this build, and that of the optimised one if there is one.
    private static func folders() throws -> [String] {
        let release = PackageFiles.root + "/.build/release"
        let hasRelease = ["acctstore", "acctstore-agent", "acctstore-reveal"].allSatisfy {
            PackageFiles.exists("\(release)/\($0)")
        }
        return [try PackageFiles.builtPrograms] + (hasRelease ? [release] : [])
    }

    /// The libraries that a program names itself, without those that these bring along.
    private func needed(by path: String) async throws -> [String] {
        let outcome = try await run(["/usr/bin/readelf", "--dynamic", "--wide", path])
        try #require(outcome.status == 0, "\(outcome.err)")
        return outcome.out.split(separator: "\n").filter { $0.contains("(NEEDED)") }.compactMap { line in
            line.split(separator: "[").last?.split(separator: "]").first.map(String.init)
        }
    }

    private func run(_ command: [String]) async throws -> Outcome {
        try await Program(command, environment: ["LC_ALL": "C"], user: .current).run()
    }
}
