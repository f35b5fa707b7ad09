import AccountModel
import Glibc
import Synchronization
import TestRig
import Testing

@testable import AgentService

/// The lock of a file that was opened once more is that of another process, as flock(2) has it.
@Suite("An access log that another process holds")
struct HeldAccessLogTests: AccessLogWriting {
    let folder: TemporaryFolder
    private let holder: LockableFile
    private let told = Told()

    private final class Told: Sendable {
        let lines = Mutex<[String]>([])
    }

    init() throws {
        folder = try TemporaryFolder(user: .current)
        let path = try folder.write("", to: "state/acctstore/access.log")
        holder = LockableFile(unsafe open(path, O_RDONLY | O_CLOEXEC), path)
        #expect(try holder.lock())
    }

    private func makeLog(patience: Duration = .milliseconds(50)) -> AccessLog {
        makeLog(patience: patience) { [told] line in told.lines.withLock { $0.append(line) } }
    }

    private var lines: [String] { told.lines.withLock { $0 } }

    private func written() -> Int {
        AccessLogFile.generations.compactMap { folder.read("state/acctstore/\($0)") }
            .reduce(0) { $0 + $1.utf8.count { $0 == 0x0A } }
    }

    @Test("stops nobody, and loses nothing: what waits is written by itself once the lock is free")
    func waits() async throws {
        defer { folder.remove() }
        let log = makeLog()
        for number in 1...1000 { log.record(try record(number)) }
        #expect(await !log.flush())
        let status = await log.status()
        #expect(status.trouble?.hasSuffix("access.log is held by another process") == true, "\(status)")
        #expect(status.missing == 0 && status.waiting == 1000)
        let error = await #expect(throws: BrokerError.self) { try await numbers(in: log) }
        #expect(error?.message.contains("is held by another process") == true)
        log.record(try record(1001))
        #expect(lines.count == 1 && lines[0].hasPrefix("uses of accounts wait to be logged: "), "\(lines)")
        holder.unlock()
        try await eventually("the lines that waited") { written() == 1001 }
        #expect(try await numbers(in: log).found == Array(1...1001))
        let after = await log.status()
        #expect(after.trouble == nil && after.missing == 0 && after.waiting == 0)
        // Another time is told anew.
        #expect(try holder.lock())
        log.record(try record(1002))
        #expect(await !log.flush())
        #expect(lines.count == 2)
    }

    @Test("is written with the next use and with what is read")
    func nextUse() async throws {
        defer { folder.remove() }
        // So long that nothing is told, and the tries are many.
        let log = makeLog(patience: .seconds(600))
        for number in 1...10 { log.record(try record(number)) }
        #expect(await !log.flush(within: .zero))
        holder.unlock()
        log.record(try record(11))
        #expect(try await numbers(in: log).found == Array(1...11))
        #expect(lines.isEmpty)
    }

    @Test("has a bound on what waits; what comes on top is counted as missing")
    func bound() async throws {
        defer { folder.remove() }
        let log = makeLog()
        for number in 1...AccessLog.longestQueue + 500 { log.record(try record(number)) }
        #expect(await !log.flush(within: .zero))
        for number in 1...500 { log.record(try record(number)) }
        let status = await log.status()
        #expect(status.waiting == AccessLog.longestQueue && status.missing == 1000, "\(status)")
        holder.unlock()
        try await eventually("the lines that waited") { written() == AccessLog.longestQueue }
        log.record(try record(20_000))
        try await eventually("the next line") { written() == AccessLog.longestQueue + 1 }
    }

    @Test("keeps who reads it for one patience, not for one to write and one to read")
    func onePatience() async throws {
        defer { folder.remove() }
        // A machine that is busy adds to every wait, but not as much as the wait itself for ever.
        for seconds in [1.0, 8, 60] {
            let log = makeLog(patience: .seconds(seconds))
            log.record(try record(1))
            let took = await ContinuousClock().measure { _ = await log.status() }
            #expect(took >= .seconds(seconds))
            if took < .seconds(seconds * 1.8) { return }
        }
        Issue.record("the status took nearly two waits")
    }

    @Test("is tried a last time at the agent's end, which tells what is lost")
    func end() async throws {
        defer { folder.remove() }
        let log = makeLog(patience: .seconds(600))
        for number in 1...3 { log.record(try record(number)) }
        await log.end(within: .milliseconds(50))
        let loss = "uses of accounts were not logged, and were served: 3"
        #expect(lines.count == 1 && lines[0].hasPrefix(loss), "\(lines)")
        holder.unlock()
        await log.end(within: .seconds(60))
        #expect(lines.count == 1 && written() == 3)
    }
}
