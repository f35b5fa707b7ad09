import AccountModel
import Glibc
import Synchronization
import TestRig
import Testing

@testable import AgentService

/// The file of the access log.
@Suite("The access log's file")
struct AccessLogTests: AccessLogWriting {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(user: .current)
    }

    private func mode(_ name: String) -> mode_t {
        var status = stat()
        guard unsafe lstat(folder.path(name), &status) == 0 else { return 0 }
        return status.st_mode & 0o7777
    }

    @Test("has a line for each use, in order, for its owner alone")
    func lines() async throws {
        defer { folder.remove() }
        let log = makeLog()
        for number in 1...100 { log.record(try record(number)) }
        await log.flush()
        let text = try #require(folder.read("state/acctstore/access.log"))
        #expect(text.split(separator: "\n").count == 100 && text.hasSuffix("}\n"))
        #expect(text.hasPrefix(try record(1).line + "\n"))
        #expect(mode("state/acctstore/access.log") == 0o600 && mode("state/acctstore") == 0o700)
        #expect(try await numbers(in: log).found == Array(1...100))
    }

    @Test("reading makes nothing, and where there is no log there are no uses")
    func nothing() async throws {
        defer { folder.remove() }
        #expect(try await numbers(in: makeLog()).found == [])
        #expect(try await makeLog().lastUses() == [])
        #expect(await makeLog().status().trouble == nil)
        #expect(mode("state") == 0)
        let homeless = AccessLog(folder: nil) { _ in }
        homeless.record(try record(1))
        #expect(try await numbers(in: homeless).found == [])
        #expect(await homeless.status().trouble?.contains("HOME") == true)
    }

    @Test("is bounded, and a rotation keeps the last use of each program and account")
    func rotation() async throws {
        defer { folder.remove() }
        let log = makeLog()
        log.record(try record(1, by: "/home/alice/bin/once"))
        let path = "/home/alice/bin/" + String(repeating: "x", count: 200)
        for number in 1...12_000 {
            log.record(try record(number, by: path + "\(number % 3)"))
            if number.isMultiple(of: 4000) { await log.flush() }
        }
        let sizes = ["", ".1", ".2", ".3"].map { folder.read("state/acctstore/access.log\($0)")?.utf8.count ?? 0 }
        #expect(sizes.allSatisfy { 0 < $0 && $0 <= AccessLogFile.limit }, "\(sizes)")
        #expect(folder.read("state/acctstore/access.log.4") == nil)
        let found = try await numbers(in: log).found
        #expect(found.last == 12_000 && found == Array((12_000 - found.count + 1)...12_000))
        #expect(found.count < 12_000)
        let uses = try await log.lastUses()
        #expect(Set(uses.map(\.way.program.shown)) == Set((0...2).map { path + "\($0)" } + ["/home/alice/bin/once"]))
        #expect(uses.map(\.time).max() == (try record(12_000)).time)
        for name in ["", ".1", ".3", ".last"] { #expect(mode("state/acctstore/access.log\(name)") == 0o600) }
    }

    @Test("sixteen writers at once lose no line, tear none, and each one's lines stay in order")
    func writers() async throws {
        defer { folder.remove() }
        await withTaskGroup(of: Void.self) { group in
            for writer in 1...16 {
                let log = makeLog()
                group.addTask {
                    for number in 1...600 { if let use = try? record(number, by: "/w/\(writer)") { log.record(use) } }
                    while await !log.flush() {}
                }
            }
        }
        let found = Mutex<[String: [Int]]>([:])
        let unreadable = try await makeLog().readBackwards { record in
            found.withLock { $0[record.program.shown, default: []].append(record.account?.number ?? 0) }
            return true
        }
        #expect(unreadable == 0)
        #expect(folder.read("state/acctstore/access.log.1") != nil)
        let byWriter = found.withLock { $0 }
        #expect(byWriter.count == 16)
        for (writer, numbers) in byWriter { #expect(numbers == Array((1...600).reversed()), "\(writer)") }
    }

    @Test("a line that was torn off is passed over and counted, and the next stands on a line of its own")
    func torn() async throws {
        defer { folder.remove() }
        let whole = try record(1).line
        try folder.write(whole + "\n" + whole.prefix(100), to: "state/acctstore/access.log")
        let log = makeLog()
        log.record(try record(2))
        let (found, unreadable) = try await numbers(in: log)
        #expect(found == [1, 2] && unreadable == 1)
        #expect(folder.read("state/acctstore/access.log")?.split(separator: "\n").count == 3)
        // Whatever else is in there.
        try folder.write(
            [0xFF, 0x00, 0x0A] + Array("{}\n\n[]\n".utf8) + Array(whole.utf8), to: "state/acctstore/access.log")
        #expect(try await numbers(in: makeLog()).found == [1])
        #expect(try await numbers(in: makeLog()).unreadable == 3)
    }

    @Test("a link, a folder or a pipe in its place is refused, and nothing is written elsewhere", arguments: 0...3)
    func inTheWay(kind: Int) async throws {
        defer { folder.remove() }
        let path = folder.path("state/acctstore/access.log")
        try folder.makeFolder("state/acctstore")
        try folder.write("", to: "elsewhere")
        switch kind {
        case 0: #expect(unsafe symlink(folder.path("elsewhere"), path) == 0)
        case 1: #expect(unsafe mkdir(path, 0o700) == 0)
        case 2: #expect(unsafe mkfifo(path, 0o600) == 0)
        default:
            try folder.makeFolder("other")
            #expect(unsafe rmdir(folder.path("state/acctstore")) == 0)
            #expect(unsafe symlink(folder.path("other"), folder.path("state/acctstore")) == 0)
        }
        let lines = Mutex<[String]>([])
        let log = AccessLog(folder: folder.path("state/acctstore")) { line in lines.withLock { $0.append(line) } }
        for number in 1...3 { log.record(try record(number)) }
        await log.flush()
        #expect(folder.read("elsewhere") == "" && folder.read("other/access.log") == nil)
        let status = await log.status()
        #expect(status.missing == 3)
        let words = ["is a link", "is no file", "is no file", "is a link"][kind]
        #expect(status.trouble?.contains(words) == true, "\(status)")
        #expect(lines.withLock { $0.count } == 1)
        let error = await #expect(throws: BrokerError.self) { try await numbers(in: log) }
        #expect(error?.code == .fileError && error?.message.contains("access") == true)
        // Once it is out of the way, all is well.
        _ = kind == 1 ? unsafe rmdir(path) : unsafe unlink(kind == 3 ? folder.path("state/acctstore") : path)
        log.record(try record(4))
        #expect(try await numbers(in: log).found == [4])
        #expect(await log.status().trouble == nil)
        #expect(await log.status().missing == 3)
    }

    @Test(
        "what is in the way of the last uses is told, and stops neither the log nor its rotation",
        arguments: [true, false])
    func lastUsesInTheWay(isLink: Bool) async throws {
        defer { folder.remove() }
        try folder.makeFolder("state/acctstore")
        try folder.write("", to: "elsewhere")
        let path = folder.path("state/acctstore/access.log.last")
        #expect(unsafe isLink ? symlink(folder.path("elsewhere"), path) == 0 : mkdir(path, 0o700) == 0)
        let log = makeLog()
        let program = "/home/alice/bin/" + String(repeating: "x", count: 200)
        for number in 1...5000 { log.record(try record(number, by: program)) }
        let found = try await numbers(in: log).found
        #expect(found == Array(1...5000))
        #expect(folder.read("state/acctstore/access.log.1") != nil && folder.read("elsewhere") == "")
        let status = await log.status()
        #expect(status.missing == 0 && status.trouble?.contains("access.log.last is") == true, "\(status)")
    }

    @Test(
        "a folder in the place of an older generation is passed over and told; the log stays bounded and is read",
        arguments: [[3], [2], [1], [1, 3], [1, 2, 3]])
    func olderInTheWay(generations: [Int]) async throws {
        defer { folder.remove() }
        for number in generations {
            try folder.write("mine", to: "state/acctstore/access.log.\(number)/kept")
        }
        let limit = 1 << 14
        let log = makeLog(limit: limit)
        // Each generation has some 60 lines.
        for batch in 0..<3 {
            for number in 1...200 { log.record(try record(batch * 200 + number)) }
            await log.flush()
        }
        let status = await log.status()
        #expect(status.missing == 0 && status.waiting == 0)
        #expect(generations.contains { status.trouble?.contains("access.log.\($0)") == true }, "\(status)")
        for number in generations {
            #expect(folder.read("state/acctstore/access.log.\(number)/kept") == "mine")
        }
        let kept = [0, 1, 2, 3].filter { !generations.contains($0) }.map { $0 == 0 ? "" : ".\($0)" }
        let sizes = kept.map { folder.read("state/acctstore/access.log\($0)")?.utf8.count ?? 0 }
        #expect(sizes.allSatisfy { 0 < $0 && $0 <= limit }, "\(sizes)")
        let (found, unreadable) = try await numbers(in: log)
        #expect(found.last == 600 && found == Array((600 - found.count + 1)...600))
        // The generation that cannot be read is not passed over in silence.
        #expect(unreadable == 1)
        #expect(try await log.lastUses().map(\.time) == [try record(600).time])
        // Once they are out of the way, all is well.
        for number in generations { folder.forget("state/acctstore/access.log.\(number)") }
        for number in 1...200 { log.record(try record(number)) }
        #expect(await log.flush())
        #expect(await log.status().trouble == nil)
    }

    @Test("a log that the person removed, or moved away, begins anew")
    func removed() async throws {
        defer { folder.remove() }
        let log = makeLog()
        log.record(try record(1))
        await log.flush()
        folder.forget("state/acctstore/access.log")
        log.record(try record(2))
        #expect(try await numbers(in: log).found == [2])
        folder.forget("state")
        log.record(try record(3))
        #expect(try await numbers(in: log).found == [3])
    }

    @Test("what was readable by others is made private")
    func modes() async throws {
        defer { folder.remove() }
        try folder.write("", to: "state/acctstore/access.log", mode: 0o644)
        unsafe chmod(folder.path("state/acctstore"), 0o755)
        let log = makeLog()
        log.record(try record(1))
        await log.flush()
        #expect(mode("state/acctstore/access.log") == 0o600 && mode("state/acctstore") == 0o700)
    }
}
