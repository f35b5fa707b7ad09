import AccountModel
import FoundationEssentials
import Glibc
import Testing

@testable import AcctstoreCLI

@Suite("Folders of this program's own")
struct PrivateFolderTests {
    private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    @Test("what is missing is made for nobody else; files are replaced as a whole, read up to a limit, removed")
    func life() async throws {
        try await withFolder { base in
            let folder = try PrivateFolder("\(base)/state", "drafts")
            #expect(folder.path == "\(base)/state/acctstore/drafts")
            for path in ["state", "state/acctstore", "state/acctstore/drafts"] {
                #expect(FileFacts("\(base)/\(path)")?.mode == 0o700)
            }
            for isDurable in [true, false] {
                try folder.write(Array("one".utf8), to: "a", isDurable: isDurable)
                try folder.write(Array("two".utf8), to: "a", isDurable: isDurable)
                #expect(text(folder.read("a", upTo: 3)) == "two" && folder.read("a", upTo: 2) == nil)
                #expect(FileFacts("\(folder.path)/a")?.mode == 0o600)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
            }
            folder.remove("a")
            #expect(folder.read("a", upTo: 3) == nil)
        }
    }

    @Test("no link is followed, neither to a folder nor to a file")
    func links() async throws {
        try await withFolder { base in
            let folder = try PrivateFolder(base, "drafts")
            unsafe symlink("/etc/passwd", "\(folder.path)/a")
            #expect(folder.read("a", upTo: 1 << 20) == nil)
            try folder.write(Array("own".utf8), to: "a")
            #expect(text(folder.read("a", upTo: 3)) == "own", "the link was replaced")
            unsafe symlink("/tmp", "\(base)/acctstore/pictures")
            let inner = #expect(throws: BrokerError.self) { try PrivateFolder(base, "pictures") }
            #expect(inner?.message.hasSuffix("acctstore/pictures is a link, which is not followed") == true)
            try FileManager.default.createDirectory(atPath: "\(base)/other", withIntermediateDirectories: false)
            unsafe symlink("\(base)/acctstore", "\(base)/other/acctstore")
            #expect(throws: BrokerError.self) { try PrivateFolder("\(base)/other", "drafts") }
        }
    }

    @Test("nothing is made in another user's folder", .enabled(if: geteuid() == 0))
    func foreign() async throws {
        try await withFolder { base in
            unsafe chown(base, 12345, 12345)
            let error = #expect(throws: BrokerError.self) { try PrivateFolder("\(base)/state", "drafts") }
            #expect(error?.message == "cannot make \(base)/state: \(base) belongs to another user")
            #expect(FileFacts("\(base)/state") == nil)
        }
    }

    @Test("the files that were written first go, and those from before a time")
    func pruning() async throws {
        try await withFolder { base in
            let folder = try PrivateFolder(base, "pictures")
            for (name, time) in [("c", 30), ("a", 10), ("b", 20)] {
                try folder.write([], to: name, isDurable: false)
                var times = [timeval(tv_sec: time, tv_usec: 0), timeval(tv_sec: time, tv_usec: 0)]
                unsafe utimes("\(folder.path)/\(name)", &times)
            }
            func names() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            }
            folder.prune(keeping: 2)
            #expect(try names() == ["b", "c"])
            folder.prune(keeping: 2, writtenSince: 30)
            #expect(try names() == ["c"])
        }
    }
}
