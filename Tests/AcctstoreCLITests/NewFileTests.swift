import AccountModel
import FoundationEssentials
import Glibc
import TestRig
import Testing

@testable import AcctstoreCLI

@Suite("A file that is written as a whole")
struct NewFileTests {
    private func source() throws -> Descriptor { try Pipe(holding: "new").reader }

    private func text(of path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("it has its name and mode when it is whole, and nothing else is left")
    func made() async throws {
        try await withFolder { folder in
            let path = "\(folder)/b"
            try NewFile(name: path, mayReplace: false).check()
            try NewFile(name: path, mayReplace: false).write(try source())
            #expect(text(of: path) == "new" && FileFacts(path)?.mode == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["b"])
        }
    }

    @Test("a name that came into being meanwhile stays whose it is, unless it may be replaced")
    func taken() async throws {
        try await withFolder { folder in
            let path = "\(folder)/b"
            try Data("old".utf8).write(to: URL(filePath: path))
            let error = #expect(throws: BrokerError.self) {
                try NewFile(name: path, mayReplace: false).write(try source())
            }
            #expect(error?.message == "\(path) is there already" && text(of: path) == "old")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["b"])
            try NewFile(name: path, mayReplace: true).write(try source())
            #expect(text(of: path) == "new")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["b"])
        }
    }

    @Test("what is no file is never replaced, and a folder that is not there is told before anything is asked")
    func kinds() async throws {
        try await withFolder { folder in
            unsafe symlink("/etc/passwd", "\(folder)/link")
            for name in [folder, "\(folder)/link", "/dev/null"] {
                let error = #expect(throws: BrokerError.self) { try NewFile(name: name, mayReplace: true).check() }
                #expect(error?.message.hasSuffix("is there, and is no file") == true)
            }
            let error = #expect(throws: BrokerError.self) {
                try NewFile(name: "\(folder)/no/b", mayReplace: true).check()
            }
            #expect(error?.code == .fileError)
        }
    }

    /// What such file systems answer.
    private static let withoutRenaming = ["renameat2": EINVAL]
    private static let withoutLinks = withoutRenaming.merging(["link": EPERM, "linkat": EPERM]) { $1 }

    private func write(
        _ path: String, mayReplace: Bool, failing calls: [String: Int32]
    ) async throws -> Result<Void, BrokerError> {
        let source = try source()
        let outcome = try await FaultyKernel.run(failing: calls) {
            Result { () throws(BrokerError) in try NewFile(name: path, mayReplace: mayReplace).write(source) }
        }
        return try #require(outcome)
    }

    @Test(
        "a file system that can only link, and one that cannot even do that, get the whole file and lose none",
        arguments: [withoutRenaming, withoutLinks])
    func plainFileSystems(calls: [String: Int32]) async throws {
        try await withFolder { folder in
            let path = "\(folder)/b"
            try await write(path, mayReplace: false, failing: calls).get()
            #expect(text(of: path) == "new" && FileFacts(path)?.mode == 0o600)
            try Data("old".utf8).write(to: URL(filePath: path))
            let refused = try await write(path, mayReplace: false, failing: calls)
            let error = #expect(throws: BrokerError.self) { try refused.get() }
            #expect(error?.message == "\(path) is there already" && text(of: path) == "old")
            try await write(path, mayReplace: true, failing: calls).get()
            #expect(text(of: path) == "new")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["b"])
        }
    }

    @Test("a name that was taken for a file, and did not get it, is given back")
    func givenBack() async throws {
        let calls = Self.withoutLinks.merging(["rename": EIO, "renameat": EIO]) { $1 }
        try await withFolder { folder in
            let refused = try await write("\(folder)/b", mayReplace: false, failing: calls)
            let error = #expect(throws: BrokerError.self) { try refused.get() }
            #expect(error?.message == "\(folder)/b cannot be made: Input/output error")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }
}
