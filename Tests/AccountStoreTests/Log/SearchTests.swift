import AccountModel
import AccountStore
import AccountStoreTesting
import FoundationEssentials
import TestRig
import Testing

/// What `log` finds among the uses that were written down.
@Suite("Searching the access log")
struct SearchTests {
    private let fixture = StoreFixture()
    private static let ids = (1...3).compactMap { AccountID("00000000-0000-4000-8000-00000000000\($0)") }

    private func use(
        _ account: Int?, _ name: String? = nil, by program: ProgramIdentity = .cron, at seconds: Double = 0
    ) async {
        await fixture.log.record(
            AccessRecord(
                time: Date(timeIntervalSince1970: seconds), program: program, provenance: Provenance(),
                service: name == nil ? nil : .twitter,
                account: account.map {
                    AccessRecord.Subject(id: Self.ids[$0 - 1], number: name == nil ? nil : $0, username: name)
                }, operation: .sign, method: "GET", url: "https://api.x.com/", outcome: .given))
    }

    private func found(
        _ programs: [ProgramIdentity] = [], _ account: String? = nil, count: Int = 100
    ) async throws -> [Double] {
        let query = AccessLogQuery(programs: programs, account: account.flatMap(AccountSelector.init), count: count)
        return try await fixture.terminal.accessLog(query).records.map(\.time.timeIntervalSince1970)
    }

    @Test("gives the latest in the order in which they were written, whatever their times")
    func order() async throws {
        for seconds in [5, 4, 9, 1] as [Double] { await use(1, "alice", at: seconds) }
        #expect(try await found() == [5, 4, 9, 1])
        #expect(try await found(count: 2) == [9, 1])
        #expect(try await found(count: 0) == [])
    }

    @Test("finds an account by number, name, service and id, though it is gone, had another name, or was not known")
    func accounts() async throws {
        await use(1, "alice", at: 1)
        await use(2, "bob", at: 2)
        await use(1, at: 3)
        await use(1, "alice_b", at: 4)
        await use(nil, at: 5)
        for selector in ["1", "alice", "@ALICE", "alice_b", "twitter:alice", Self.ids[0].description] {
            #expect(try await found([], selector) == [1, 3, 4], "\(selector)")
        }
        #expect(try await found([], "3") == [])
        #expect(try await found([], "bob", count: 1) == [2])
    }

    @Test("finds a program as a grant means it: by each path to its file, and any but sandboxed ones")
    func programs() async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        try folder.write("", to: "tool-1", mode: 0o700)
        try folder.link("tool", to: "tool-1")
        let tool = folder.path("tool-1")
        await use(1, "alice", by: .script(tool), at: 1)
        await use(1, "alice", by: .cron, at: 2)
        await use(1, "alice", by: .flatpak("org.example.App"), at: 3)
        await use(1, "alice", by: .script("/gone"), at: 4)
        await use(1, "alice", by: .terminal, at: 5)
        #expect(try await found([.script(folder.path("tool")), .executable(folder.path("tool"))]) == [1])
        #expect(try await found([.script("/gone")]) == [4])
        #expect(try await found([.any]) == [1, 2, 4, 5])
        #expect(try await found([.flatpak("org.example.App")]) == [3])
        #expect(try await found([.terminal], "alice") == [5])
    }

    @Test("is for the person: a sandboxed program gets nothing, any other has to be allowed to")
    func person() async throws {
        await use(1, "alice")
        let query = AccessLogQuery(count: 10)
        for program in [ProgramIdentity.sandbox, .flatpak("org.example.App"), .script("/bin/x")] {
            await #expect(throws: BrokerError(.accessDenied, "")) {
                _ = try await fixture.broker(program, mayAsk: false).accessLog(query)
            }
        }
        fixture.settings.manageWithoutTerminal = true
        #expect(try await fixture.broker(.script("/bin/x"), mayAsk: false).accessLog(query).records.count == 1)
        await #expect(throws: BrokerError(.accessDenied, "")) {
            _ = try await fixture.broker(.sandbox, mayAsk: false).accessLog(query)
        }
    }

    @Test("needs no keychain, and tells of a log that cannot be read")
    func keychain() async throws {
        await use(1, "alice")
        fixture.keychain.failEverything(with: KeychainError(.locked, "the keyring is locked"))
        #expect(try await found([], "alice").count == 1)
        fixture.log.trouble = BrokerError(.fileError, "no log")
        await #expect(throws: BrokerError(.fileError, "")) { _ = try await found() }
    }
}
