import AccountStore
import FoundationEssentials
import Glibc
import OwnFiles
import TestRig
import Testing

@testable import VaultKeychain

/// Processes that end, fail or meet while they write the vault.
@Suite struct VaultCrashTests {
    private func probe(_ vault: VaultFixture, _ arguments: String...) async throws -> Outcome {
        var environment = vault.environment
        environment["CREDENTIALS_DIRECTORY"] = vault.folder.path(VaultFixture.credentials)
        return try await Program(
            ["\(try PackageFiles.builtPrograms)/vault-probe"] + arguments, environment: environment, user: .current
        ).run()
    }

    private func names(_ vault: VaultFixture) async throws -> Set<String> {
        Set(try await probe(vault, "list").out.split(separator: "\n").map(String.init))
    }

    @Test(arguments: ReplacingStep.allCases) func whoIsKilledLeavesTheOldFileOrTheNewOne(
        step: ReplacingStep
    ) async throws {
        try await withVault { vault in
            #expect(try await probe(vault, "add", "kept", "3").status == 0)
            let old = try vault.bytes
            let outcome = try await probe(vault, "die", step.rawValue, "late")
            #expect(outcome.status != 0)
            let kept: Set = ["kept0", "kept1", "kept2"]
            let isReplaced = [.named, .done].contains(step)
            #expect(try await names(vault) == (isReplaced ? kept.union(["late"]) : kept))
            if !isReplaced { #expect(try vault.bytes == old) }
            // What was left behind is in nobody's way.
            #expect(try await probe(vault, "add", "next", "1").status == 0)
            #expect(try await names(vault).contains("next0"))
            #expect(vault.folder.read("data/acctstore/vault.new") == nil)
        }
    }

    @Test func aFullDiskLeavesTheOldFile() async throws {
        try await withVault { vault in
            #expect(try await probe(vault, "add", "kept", "1").status == 0)
            let old = try vault.bytes
            let outcome = try await probe(vault, "full", "late", "\(old.count + 10)")
            #expect(outcome.status == 1 && outcome.out.hasPrefix("file: cannot write"))
            #expect(try vault.bytes == old)
            #expect(vault.folder.read("data/acctstore/vault.new") == nil)
        }
    }

    @Test func aDiskThatFailsLeavesTheOldFile() async throws {
        try await withVault { vault in
            let old = try vault.bytes
            let outcome = try await probe(vault, "unsynced", "late", ReplacingStep.written.rawValue, "\(EIO)")
            #expect(outcome.status == 1 && outcome.out.hasPrefix("file: cannot write"))
            #expect(try vault.bytes == old)
            #expect(vault.folder.read("data/acctstore/vault.new") == nil)
        }
    }

    @Test func whatHasItsNameWasStoredThoughTheFolderIsNotOnTheDisk() async throws {
        try await withVault { vault in
            let outcome = try await probe(vault, "unsynced", "late", ReplacingStep.named.rawValue, "\(EIO)")
            #expect(outcome.status == 0 && outcome.out.contains("was written, but may be the old one again"))
            #expect(try await names(vault) == ["late"])
            let untold = try await probe(vault, "unsynced", "later", ReplacingStep.named.rawValue, "\(EINVAL)")
            #expect(untold.status == 0 && untold.out.isEmpty)
            #expect(try await names(vault) == ["late", "later"])
        }
    }

    @Test func manyProcessesWriteWithoutLosingAnything() async throws {
        try await withVault { vault in
            try await withThrowingTaskGroup { group in
                for name in ["a", "b", "c"] {
                    group.addTask {
                        let outcome = try await probe(vault, "add", name, "15")
                        #expect(outcome.status == 0, "\(outcome.out)")
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await names(vault).count == 45)
        }
    }

    @Test func whatAnotherProcessWritesIsSeenAndTold() async throws {
        try await withVault { vault in
            let told = Counter()
            await vault.keychain.watch { _ in told.add() }
            #expect(try await vault.keychain.records(.account).isEmpty)
            let mark = await vault.keychain.mark()
            #expect(mark != nil)
            #expect(await vault.keychain.mark() == mark)
            let before = told.count
            #expect(try await probe(vault, "add", "new", "1").status == 0)
            #expect(await vault.keychain.mark() != mark)
            try await eventually("news of the other process") { told.count > before }
            #expect(try await vault.keychain.records(.account).map(\.record.label) == ["new0"])
        }
    }

    @Test func whatIsDoneInAFolderThatTookThePlaceOfTheFirstIsSeenAndTold() async throws {
        try await withVault { vault in
            let told = Counter()
            await vault.keychain.watch { _ in told.add() }
            #expect(try await vault.keychain.records(.account).isEmpty)
            let folder = vault.keychain.file.folder
            try FileManager.default.moveItem(atPath: folder, toPath: folder + ".old")
            try FileManager.default.copyItem(atPath: folder + ".old", toPath: folder)
            // As each request does.
            _ = await vault.keychain.mark()
            // The first news may come of the move itself, the next ones of what is done in the new folder.
            for name in ["new", "newer"] {
                let before = told.count
                #expect(try await probe(vault, "add", name, "1").status == 0)
                try await eventually("news of the other process") { told.count > before }
            }
            #expect(try await vault.keychain.records(.account).map(\.record.label) == ["new0", "newer0"])
        }
    }
}
