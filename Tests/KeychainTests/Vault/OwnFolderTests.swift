import Glibc
import OwnFiles
import TestRig
import Testing

/// Files of our own on a disk that fails.
@Suite struct OwnFolderTests {
    private func replace(failing number: Int32, at step: ReplacingStep, in path: String) async throws -> Result<
        Replaced, OwnFileError
    >? {
        try await FaultyKernel.run(failing: ["fsync": 0]) {
            Result { () throws(OwnFileError) in
                try OwnFolder(path, made: true).replace("file", with: Array("new".utf8)) {
                    if $0 == step { _ = FaultyKernel.begin(failing: ["fsync": number]) }
                }
            }
        }
    }

    private func withOldFile(_ body: (TemporaryFolder, String) async throws -> Void) async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        try folder.write("old", to: "own/file")
        try await body(folder, folder.path("own"))
    }

    @Test func aFileThatDoesNotReachTheDiskReplacesNothing() async throws {
        try await withOldFile { folder, path in
            let outcome = try #require(try await replace(failing: EIO, at: .written, in: path))
            #expect(throws: OwnFileError.self) { try outcome.get() }
            #expect(folder.read("own/file") == "old" && folder.read("own/file.new") == nil)
        }
    }

    @Test func aNameThatDoesNotReachTheDiskIsNoFailureOfTheReplacing() async throws {
        try await withOldFile { folder, path in
            let outcome = try #require(try await replace(failing: EIO, at: .named, in: path))
            guard case .unsure(let trouble) = try outcome.get() else {
                Issue.record("\(outcome)")
                return
            }
            #expect(trouble.message.contains(path))
            #expect(folder.read("own/file") == "new")
        }
    }

    @Test(arguments: [EINVAL, ENOTSUP]) func aFileSystemThatCannotTellIsNoTrouble(number: Int32) async throws {
        try await withOldFile { folder, path in
            let outcome = try #require(try await replace(failing: number, at: .named, in: path))
            #expect(try outcome.get() == .lasting)
            #expect(folder.read("own/file") == "new")
        }
    }

    @Test func eachFolderThatIsMadeIsMadeToLast() async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let path = folder.path("a/b/own")
        let failed = try await FaultyKernel.run(failing: ["fsync": EIO]) {
            Result { () throws(OwnFileError) in _ = try OwnFolder(path, made: true) }
        }
        let outcome = try #require(failed)
        #expect(throws: OwnFileError.self) { try outcome.get() }
        let unsupported = try await FaultyKernel.run(failing: ["fsync": EINVAL]) {
            Result { () throws(OwnFileError) in _ = try OwnFolder(path, made: true) }
        }
        #expect(throws: Never.self) { try unsupported?.get() }
    }

    @Test func whatIsNoFolderIsCalledThat() throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        try folder.write("", to: "own/name/file")
        let own = try OwnFolder(folder.path("own"), made: false)
        let error = #expect(throws: OwnFileError.self) { try own.open("name", O_RDONLY) }
        #expect(error?.message.hasSuffix("is no file") == true)
    }
}
