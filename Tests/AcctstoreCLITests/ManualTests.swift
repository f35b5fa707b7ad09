import AccountModel
import AcctstoreCLI
import CommandLineKit
import TestRig
import Testing

/// acctstore(1), which is made from its source and the description of the commands.
@Suite("The manual of the command")
struct ManualTests {
    @Test("man/acctstore.1 is what its source and the commands make of it")
    func page() throws {
        let page = try Tool.command.manual(from: PackageFiles.text("man/acctstore.1.in"))
        try Golden.check(page, file: "man/acctstore.1")
    }

    @Test("every status has its line, and every line its status")
    func statuses() throws {
        let codes: [BrokerError.Code] = [
            .failed, .invalidArgument, .inputRefused, .noSuchAccount, .unavailable, .fileError, .tryLater,
            .serviceRefused, .accessDenied, .notConfigured, .locked, .cancelled, .credentialRejected, .outcomeUnknown,
        ]
        let section = try ManualPage("acctstore.1").section("EXIT STATUS")
        #expect(
            Set(section.compactMap { Int($0.trimmingPrefix(".It ")) })
                == Set(codes.map { Int($0.exitStatus) } + [0, 130]))
    }

    @Test("every variable that the commands read is in ENVIRONMENT")
    func variables() throws {
        let items = try ManualPage("acctstore.1").section("ENVIRONMENT").filter { $0.hasPrefix(".It Ev ") }
        let told = Set(items.flatMap { $0.split(separator: " ") })
        // The shell's own note of the folder that it is in is no interface of ours.
        let names = try PackageFiles.files(below: "Sources/AcctstoreCLI").flatMap { file in
            try PackageFiles.text(file).matches(
                of: /(?:environment(?:\[|\.isSet\()|case \.\w+: )"([A-Z]+(?:_[A-Z]+)*)"/
            )
            .map(\.output.1)
        }
        #expect(names.count > 5)
        #expect(Set(names).subtracting(told).subtracting(["PWD"]) == [])
    }
}
