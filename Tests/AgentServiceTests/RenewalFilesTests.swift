import AccountModel
import AccountStore
import AccountStoreTesting
import FoundationEssentials
import Glibc
import TestRig
import Testing

@testable import AgentService

@Suite("Renewals among processes")
struct RenewalFilesTests {
    private let account: AccountID
    private let folder: String

    init() throws {
        account = try #require(AccountID("0f0e0d0c-0b0a-4900-8807-060504030201"))
        folder = FileManager.default.temporaryDirectory.appending(path: "renewals-\(UUID().uuidString)/acctstore").path
    }

    private var mark: String { "\(folder)/renewal-\(account)" }

    @Test("one at a time for one account, and none waits for another account's")
    func turns() async throws {
        let files = RenewalFiles(folder: folder)
        let turn = try await files.begin(for: account, patience: 5)
        await #expect(throws: BrokerError(.tryLater, "")) { _ = try await files.begin(for: account, patience: 0) }
        let other = try #require(AccountID("11111111-2222-4333-8444-555555555555"))
        try await files.begin(for: other, patience: 0).end()
        async let second = RenewalFiles(folder: folder).begin(for: account, patience: 60)
        turn.end()
        turn.end()
        try await second.end()
    }

    @Test("what was begun stays known until it is known how it ended, in a file for nobody else")
    func marks() async throws {
        let files = RenewalFiles(folder: folder)
        let turn = try await files.begin(for: account, patience: 5)
        #expect(turn.unfinished == nil)
        try turn.mark()
        turn.end()
        let next = try await RenewalFiles(folder: folder).begin(for: account, patience: 5)
        let begun = try #require(next.unfinished)
        #expect(abs(begun.timeIntervalSinceNow) < 600)
        var status = stat()
        #expect(unsafe lstat(mark, &status) == 0 && status.st_mode & 0o777 == 0o600)
        try next.mark()
        #expect(next.unfinished == begun)
        next.unmark()
        #expect(next.unfinished == nil)
        next.end()
        files.remove(account)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test("a mark that does not reach the disk is taken back: nothing began")
    func unsynced() async throws {
        let turn = try await RenewalFiles(folder: folder).begin(for: account, patience: 5)
        let failed = try await FaultyKernel.run(failing: ["fsync": EIO]) {
            Result { () throws(BrokerError) in try turn.mark() }
        }
        let outcome = try #require(failed)
        #expect(throws: BrokerError(.fileError, "")) { try outcome.get() }
        #expect(turn.unfinished == nil)
        turn.end()
    }

    @Test("a place that cannot be written lets none begin")
    func noPlace() async throws {
        await #expect(throws: BrokerError(.fileError, "")) {
            _ = try await RenewalFiles(folder: nil).begin(for: account, patience: 5)
        }
        try FileManager.default.createDirectory(
            atPath: String(folder.dropLast("/acctstore".count)), withIntermediateDirectories: true)
        #expect(unsafe symlink("/tmp", folder) == 0)
        await #expect(throws: BrokerError(.fileError, "")) {
            _ = try await RenewalFiles(folder: folder).begin(for: account, patience: 5)
        }
    }

    @Test("twenty requests at two agents that share a keychain cause one renewal")
    func twoAgents() async throws {
        let fixture = StoreFixture()
        let tokens = "access_token=at-1&refresh_token=rt-1&expires_in=100&client_id=cid&user_id=1&screen_name=alice"
        let step = try await fixture.terminal.beginLogIn(
            LogInRequest(
                service: .twitter, method: .token, username: "alice", secret: try TextInput.descriptor(tokens)))
        guard case .done(let alice, _) = step else { throw BrokerError(.failed, "\(step)") }
        fixture.clock.advance(by: 200)
        fixture.transport.forget()
        fixture.transport.answer(
            .response(
                status: 200,
                body: #"{"token_type":"bearer","access_token":"at-2","refresh_token":"rt-2","expires_in":7200}"#))
        for _ in 0..<20 { fixture.transport.answer(.response(status: 200, body: "{}")) }
        let agents = (0..<2).map { _ in
            Store(
                keychain: fixture.keychain, transport: fixture.transport, callbacks: fixture.callbacks,
                prompter: fixture.prompter, clock: fixture.clock, services: fixture.services,
                renewals: RenewalFiles(folder: folder)
            ) { () throws(BrokerError) in StoreSettings() }
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<20 {
                let broker = agents[number % 2].broker(
                    for: Caller(program: .terminal, instance: .init(rawValue: "\(number)"), isRunning: { true }))
                group.addTask {
                    let request = UnsignedRequest(method: "GET", url: "https://api.x.com/2/users/me")
                    return try await broker.perform(request, body: nil, as: .account(alice.id)).status
                }
            }
            for try await status in group { #expect(status == 200) }
        }
        let sent = fixture.transport.sent
        #expect(sent.filter { $0.url.hasSuffix("/oauth2/token") }.count == 1 && sent.count == 21)
        #expect(sent.filter { $0.authorization == "Bearer at-2" }.count == 20)
    }
}
