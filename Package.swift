// swift-tools-version: 6.2
import PackageDescription

/// One line a Swift target: its name, what it may import, and nothing else.
/// The arrows point down only; `Tests/ArchitectureTests` holds them against ARCHITECTURE.md.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude)
}

/// The folders in `exclude` hold files that the tests read from the source tree.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude)
}

func system(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
    name: "acctstore",
    products: [
        .executable(name: "acctstore", targets: ["acctstore"]),
        .executable(name: "acctstore-agent", targets: ["acctstore-agent"]),
        .executable(name: "acctstore-reveal", targets: ["acctstore-reveal"]),
        .library(name: "AccountModel", targets: ["AccountModel"]),
        .library(name: "AgentClient", targets: ["AgentClient"]),
        // With the buffer for secrets, which stands in the signatures of both.
        .library(name: "AccountStore", targets: ["AccountStore", "SecretBytes"]),
        .library(name: "AccountStoreTesting", targets: ["AccountStoreTesting"]),
        .library(name: "OAuth", targets: ["OAuth", "SecretBytes"]),
        .library(name: "SocialClient", targets: ["SocialClient"]),
        // For programs in other languages. `scripts/build` makes libacctstore.so.1 of it, with what the linker has to be
        // told: flags of that kind here would bar others from depending on the package.
        .library(name: "acctstore-1", type: .dynamic, targets: ["LibAcctstore"]),
    ],
    targets: [
        // Around C.
        system("CGio", pkgConfig: "gio-unix-2.0", apt: "libglib2.0-dev"),
        system("CLibsecret", pkgConfig: "libsecret-1", apt: "libsecret-1-dev"),
        system("CLibsoup", pkgConfig: "libsoup-3.0", apt: "libsoup-3.0-dev"),
        system("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
        system("CYaml", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        .target(name: "CShims", dependencies: ["CGio"]),
        .target(name: "CMemory"),
        module("SystemCalls"),
        module("GLibBridge", ["CGio", "CShims", "SystemCalls"]),

        // Values.
        module("AccountModel", ["SystemCalls"], exclude: ["AccountModel.docc"]),
        module("SecretBytes", ["CMemory"]),
        module("OwnFiles", ["SystemCalls"]),
        module("OAuth", ["COpenSSL", "SecretBytes"], exclude: ["OAuth.docc"]),

        // Policy and what it stands on.
        module(
            "AccountStore", ["AccountModel", "OAuth", "OwnFiles", "SecretBytes", "SystemCalls"],
            exclude: ["AccountStore.docc"]),
        module(
            "SecretServiceKeychain",
            ["AccountModel", "AccountStore", "CLibsecret", "CGio", "GLibBridge", "SecretBytes"]),
        module("VaultKeychain", ["AccountModel", "AccountStore", "COpenSSL", "OwnFiles", "SecretBytes"]),
        module("ForeignFiles", ["AccountModel", "AccountStore", "CYaml", "SecretBytes"]),
        module("SoupTransport", ["AccountStore", "AccountModel", "CLibsoup", "CGio", "GLibBridge", "SecretBytes"]),
        module("Prompters", ["AccountStore", "AccountModel", "CShims", "SecretBytes", "SystemCalls"]),

        // The agent and the way to it; what both ends say to each other is written once.
        module("AgentProtocol", ["AccountModel", "CShims", "GLibBridge", "OwnFiles", "SystemCalls"]),
        module(
            "AgentService",
            [
                "AccountModel", "AccountStore", "AgentProtocol", "CGio", "CShims", "ForeignFiles", "GLibBridge",
                "OwnFiles", "Prompters", "SecretBytes", "SecretServiceKeychain", "SoupTransport", "SystemCalls",
                "VaultKeychain",
            ]),
        module(
            "AgentClient", ["AccountModel", "AgentProtocol", "CShims", "GLibBridge", "SystemCalls"],
            exclude: ["AgentClient.docc"]),

        // The C interface; its header is written by hand, and the compiler holds the functions to it.
        .systemLibrary(name: "CAcctstore"),
        module("LibAcctstore", ["AccountModel", "AgentClient", "CAcctstore"]),

        // The person's programs.
        module(
            "SocialClient", ["AccountModel", "GLibBridge"],
            exclude: ["SocialClient.docc", "Text/TopLevelDomains/LICENSE"]),
        module("CommandLineKit"),
        module("TerminalText", ["AccountModel", "GLibBridge"]),
        module(
            "AcctstoreCLI",
            [
                "AccountModel", "AgentClient", "CommandLineKit", "CShims", "GLibBridge", "OwnFiles", "SocialClient",
                "SystemCalls", "TerminalText",
            ]),
        module("CredentialHandover", ["SecretBytes", "SystemCalls"]),
        .executableTarget(name: "acctstore", dependencies: ["AcctstoreCLI"]),
        .executableTarget(name: "acctstore-reveal", dependencies: ["CredentialHandover"]),
        .executableTarget(name: "acctstore-agent", dependencies: ["AgentService"]),

        // Measured by `make bench` against other people's libraries.
        .executableTarget(
            name: "bench-signing", dependencies: ["OAuth", "SecretBytes", "COpenSSL"], path: "Benchmarks/Signing"),
        .executableTarget(
            name: "bench-reading", dependencies: ["AccountModel", "AcctstoreCLI", "SocialClient"],
            path: "Benchmarks/Reading"),
        .executableTarget(
            name: "bench-vault", dependencies: ["AccountStore", "COpenSSL", "SecretBytes", "VaultKeychain"],
            path: "Benchmarks/Vault"),

        // For tests: ours and other people's.
        module(
            "AccountStoreTesting", ["AccountModel", "AccountStore", "SecretBytes"],
            exclude: ["AccountStoreTesting.docc"]),
        .target(name: "TestRig", dependencies: ["CShims"], path: "Tests/TestRig", exclude: ["Scripts"]),
        .executableTarget(
            name: "identity-probe", dependencies: ["AccountModel", "AccountStore", "AgentService"],
            path: "Tests/IdentityProbe"),
        .executableTarget(
            name: "vault-probe",
            dependencies: ["AccountModel", "AccountStore", "OwnFiles", "SecretBytes", "TestRig", "VaultKeychain"],
            path: "Tests/VaultProbe"),

        tests("SecretBytesTests", ["SecretBytes"]),
        tests("OAuthTests", ["OAuth", "SecretBytes"]),
        tests("AccountModelTests", ["AccountModel"]),
        tests("GLibBridgeTests", ["GLibBridge"]),
        tests(
            "AccountStoreTests",
            ["AccountModel", "AccountStore", "AccountStoreTesting", "OAuth", "SecretBytes", "TestRig"]),
        tests("PromptersTests", ["AccountModel", "AccountStore", "Prompters", "SecretBytes"]),
        tests(
            "AgentServiceTests",
            [
                "AccountModel", "AccountStore", "AccountStoreTesting", "AgentClient", "AgentProtocol", "AgentService",
                "GLibBridge", "SecretBytes", "TestRig", "identity-probe",
            ]),
        tests("SocialClientTests", ["AccountModel", "SocialClient"], exclude: ["Fixtures"]),
        tests("TerminalTextTests", ["TerminalText"]),
        tests("CommandLineKitTests", ["CommandLineKit", "TestRig"], exclude: ["Golden"]),
        tests(
            "AcctstoreCLITests", ["AccountModel", "AcctstoreCLI", "CommandLineKit", "SocialClient", "TestRig"],
            exclude: ["Golden"]),
        tests(
            "KeychainTests",
            [
                "AccountModel", "AccountStore", "AccountStoreTesting", "OwnFiles", "SecretBytes",
                "SecretServiceKeychain", "TestRig", "VaultKeychain", "vault-probe",
            ]),
        tests("ForeignFilesTests", ["AccountModel", "AccountStore", "ForeignFiles", "SecretBytes"]),
        tests("TransportTests", ["AccountModel", "AccountStore", "SecretBytes", "SoupTransport", "TestRig"]),
        tests(
            "IntegrationTests",
            [
                "AccountModel", "AccountStore", "AccountStoreTesting", "AcctstoreCLI", "AgentClient", "AgentProtocol",
                "CAcctstore", "CommandLineKit", "SecretBytes", "TestRig",
            ],
            exclude: ["Library/Programs"]),
        tests("CredentialHandoverTests", ["CredentialHandover", "SecretBytes"]),
        tests("ArchitectureTests", ["TestRig"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system && !["CShims", "CMemory"].contains(target.name) {
    target.swiftSettings = [
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
