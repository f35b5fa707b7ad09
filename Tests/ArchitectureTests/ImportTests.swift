import TestRig
import Testing

/// Sources keep to the arrows of Package.swift, which the compiler alone would not see to.
@Suite("Imports")
struct ImportTests {
    /// What every target may use besides its arrows.
    private static let common: Set<String> = [
        "Dispatch", "FoundationEssentials", "Glibc", "Synchronization", "Testing",
    ]

    private let manifest: Manifest

    init() throws {
        manifest = try Manifest()
    }

    @Test("every target of Sources is read from Package.swift")
    func manifestIsRead() {
        let targets = Set(PackageFiles.files(below: "Sources").map(manifest.target))
        #expect(targets.count > 10)
        #expect(targets.subtracting(manifest.arrows.keys) == [])
        #expect(manifest.arrows["AccountStore"]?.contains("AccountModel") == true)
    }

    @Test("a source file imports only what its target's arrows lead to directly")
    func sourcesFollowArrows() throws {
        try check("Sources") { manifest.arrows[$0] ?? [] }
    }

    @Test("a test imports only what its target's arrows reach")
    func testsFollowArrows() throws {
        try check("Tests") { manifest.reach(of: $0) }
    }

    private func check(_ root: String, allowed: (String) -> Set<String>) throws {
        for file in PackageFiles.files(below: root) {
            let allowed = allowed(manifest.target(of: file)).union(Self.common)
            let breaches = try imports(of: file).subtracting(allowed)
            #expect(breaches == [], "\(file)")
        }
    }

    @Test(
        "what must not be reached is not reached",
        arguments: [
            ("AccountModel", ["CGio", "CShims", "AccountStore"]),
            ("OAuth", ["CGio", "CLibsecret", "CLibsoup", "AccountStore"]),
            (
                "AccountStore",
                [
                    "CGio", "CLibsecret", "CLibsoup", "CYaml", "ForeignFiles", "GLibBridge", "SecretServiceKeychain",
                    "SoupTransport", "VaultKeychain",
                ]
            ),
            ("ForeignFiles", ["CGio", "CLibsecret", "CLibsoup", "GLibBridge", "VaultKeychain"]),
            ("SocialClient", ["AccountStore", "AgentClient", "CLibsecret", "CLibsoup", "COpenSSL", "OAuth"]),
            ("AgentClient", ["AccountStore", "CLibsecret", "CLibsoup", "COpenSSL", "OAuth", "SecretBytes"]),
            (
                "acctstore",
                [
                    "AccountStore", "AgentService", "CLibsecret", "CLibsoup", "COpenSSL", "CYaml", "CredentialHandover",
                    "OAuth", "SecretBytes",
                ]
            ),
            ("acctstore-reveal", ["AccountModel", "AgentClient", "CGio", "COpenSSL", "OAuth"]),
            ("SecretBytes", ["CGio", "CShims", "GLibBridge"]),
            ("CommandLineKit", ["AccountModel", "CGio"]),
            ("TerminalText", ["AgentClient", "CommandLineKit", "SocialClient"]),
        ])
    func borders(target: String, forbidden: [String]) {
        #expect(manifest.arrows[target] != nil)
        #expect(manifest.reach(of: target).intersection(forbidden) == [])
    }

    private func imports(of file: String) throws -> Set<String> {
        let lines = try PackageFiles.text(file).split(separator: "\n")
        return Set(lines.compactMap { importedModule(in: $0) })
    }

    /// The module of a line such as `package import struct Glibc.tm`. An indented one is another language's, in a string.
    private func importedModule(in line: Substring) -> String? {
        guard !line.hasPrefix(" ") else { return nil }
        let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
        guard let place = words.firstIndex(of: "import") else { return nil }
        let levels: Set<Substring> = ["public", "package", "internal", "private", "fileprivate"]
        guard words[..<place].allSatisfy(levels.contains) else { return nil }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        let name = words[(place + 1)...].first { !kinds.contains($0) }
        return name?.split(separator: ".").first.map(String.init)
    }
}
