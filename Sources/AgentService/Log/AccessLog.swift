package import AccountModel
internal import AccountStore
internal import GLibBridge
internal import OwnFiles
internal import Synchronization

/// The access log of this agent.
///
/// It lives on a thread of its own: a disk that is slow or full holds up no request. Records wait for that thread in the
/// order in which they came, and while another process has the file.
package actor AccessLog: AccessRecording {
    /// Records that wait at most; more are counted as missing.
    static let longestQueue = 10_000
    /// How long another process may have the file. Ours take milliseconds; whoever takes longer was stopped, or wants to
    /// stop others.
    package static let patience = Duration.seconds(2)

    private nonisolated let thread = GLibThread(name: "log")
    private nonisolated let waiting = Mutex(Waiting())
    /// `nil` where the environment tells no place for it.
    private var file: AccessLogFile?
    /// Of records that wait, from the first on. They were tried.
    private var lines: [String] = []
    /// Since when lines wait because another process has the file.
    private var heldSince: ContinuousClock.Instant?
    private var retrying: Task<Void, Never>?
    private var missing = 0
    /// Of the last lines that could not be written, until some could.
    private var trouble: OwnFileError?
    private let patience: Duration
    private let tell: @Sendable (String) -> Void

    private struct Waiting {
        var records: [AccessRecord] = []
        /// How many of those before them wait as lines.
        var lines = 0
        var dropped = 0
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - folder: where the log lies; it is made when there is something to write.
    ///   - limit: bytes after which a new file begins.
    ///   - patience: how long another process may have the file before that is told, and a reader is refused.
    ///   - tell: takes a line for the system's journal.
    package init(
        folder: String?, limit: Int = AccessLogFile.limit, patience: Duration = patience,
        tell: @escaping @Sendable (String) -> Void
    ) {
        file = folder.map { AccessLogFile(folder: $0, limit: limit) }
        self.patience = patience
        self.tell = tell
    }

    deinit { retrying?.cancel() }

    // MARK: Writing

    package nonisolated func record(_ record: AccessRecord) {
        let isFirst = waiting.withLock { waiting in
            guard waiting.lines + waiting.records.count < Self.longestQueue else {
                waiting.dropped += 1
                return false
            }
            waiting.records.append(record)
            return waiting.records.count == 1
        }
        guard isFirst else { return }
        thread.invoke { self.assumeIsolated { _ = $0.writeWaiting() } }
    }

    /// Returns when what came before is written, or cannot be within the time.
    ///
    /// - Parameter limit: instead of the patience.
    /// - Returns: whether nothing waits any more.
    @discardableResult
    package func flush(within limit: Duration? = nil) async -> Bool {
        let deadline = ContinuousClock.now + (limit ?? patience)
        while !writeWaiting() {
            guard await isTurnLeft(until: deadline) else { return false }
        }
        return true
    }

    /// The last try of an agent that ends.
    package func end(within limit: Duration) async {
        let isWritten = await flush(within: limit)
        guard !isWritten else { return }
        tell("uses of accounts were not logged, and were served: \(lines.count); \(held.message)")
    }

    /// Lets others have the file, and this actor; false where the time is over.
    private func isTurnLeft(until deadline: ContinuousClock.Instant) async -> Bool {
        guard .now < deadline else { return false }
        return (try? await Task.sleep(for: .milliseconds(10))) != nil
    }

    /// Writes what waits; false where another process has the file.
    @discardableResult
    private func writeWaiting() -> Bool {
        let (records, dropped) = waiting.withLock { waiting in
            defer { waiting = Waiting(lines: lines.count + waiting.records.count) }
            return (waiting.records, waiting.dropped)
        }
        missing += dropped
        lines += records.map(\.line)
        guard !lines.isEmpty else { return true }
        let result = file?.append(lines) ?? AccessLogFile.Appended(done: lines.count)
        lines.removeFirst(result.done)
        waiting.withLock { $0.lines = lines.count }
        missing += result.missing
        judge(result)
        return lines.isEmpty
    }

    private func judge(_ result: AccessLogFile.Appended) {
        if result.done > 0 {
            heldSince = nil
            note(result.failure, "a use of an account was not logged, and was served")
        }
        guard !lines.isEmpty else { return }
        let since = heldSince ?? .now
        heldSince = since
        if since.duration(to: .now) >= patience { note(held, "uses of accounts wait to be logged") }
        tryAgainLater()
    }

    /// Tells of a trouble once, however long it lasts.
    private func note(_ error: OwnFileError?, _ what: String) {
        if let error, trouble == nil { tell("\(what): \(error.message)") }
        trouble = error
    }

    private var held: OwnFileError {
        let path = file?.path ?? AccessLogFile.name
        return OwnFileError(path: path, "\(path) is held by another process")
    }

    /// Often at first, since others mostly take their turn; then now and then.
    private func tryAgainLater() {
        guard retrying == nil else { return }
        retrying = Task { [weak self] in
            while let pause = await self?.pause {
                guard (try? await Task.sleep(for: pause)) != nil else { return }
                await self?.writeWaiting()
            }
        }
    }

    /// Until the next try; `nil` where nothing waits.
    private var pause: Duration? {
        guard let heldSince, !lines.isEmpty else {
            retrying = nil
            return nil
        }
        return heldSince.duration(to: .now) < patience ? .milliseconds(10) : .milliseconds(500)
    }

    // MARK: Reading

    package func readBackwards(
        _ take: @escaping @Sendable (AccessRecord) -> Bool
    ) async throws(BrokerError) -> Int {
        let generations: AccessLogFile.Generations
        do throws(OwnFileError) { generations = try await readable() } catch { throw error.asBrokerError }
        // One that cannot be read at all counts as a line of it.
        var unreadable = generations.trouble == nil ? 0 : 1
        for generation in generations.files {
            for line in generation.lines().reversed() {
                guard let record = AccessRecord(line: line) else {
                    unreadable += 1
                    continue
                }
                guard take(record) else { return unreadable }
            }
        }
        return unreadable
    }

    package func lastUses() async throws(BrokerError) -> [AccessUse] {
        guard let file else { return [] }
        var uses = LastUses()
        do throws(OwnFileError) {
            let newest = try await readable().files.first
            uses.add(try LastUsesFile(folder: file.folder).lines())
            // What ended before the newest generation is in that file.
            if let newest { uses.add(newest.lines()) }
        } catch {
            throw error.asBrokerError
        }
        return uses.uses
    }

    /// What there is to read, with what waited before.
    private func readable() async throws(OwnFileError) -> AccessLogFile.Generations {
        guard let file else { return AccessLogFile.Generations() }
        let deadline = ContinuousClock.now + patience
        while true {
            if writeWaiting(), let generations = try file.readable() { return generations }
            guard await isTurnLeft(until: deadline) else { throw held }
        }
    }

    package func status() async -> AccessLogStatus {
        guard let file else {
            return AccessLogStatus(isOn: true, trouble: "neither XDG_STATE_HOME nor HOME tells a place for it")
        }
        var status = AccessLogStatus(path: file.path, isOn: true)
        do throws(OwnFileError) {
            let generations = try await readable()
            status.trouble = (trouble ?? self.file?.rotationTrouble ?? generations.trouble)?.message
        } catch {
            status.trouble = error.message
        }
        status.missing = missing
        status.waiting = lines.count
        return status
    }
}

extension OwnFileError {
    fileprivate var asBrokerError: BrokerError {
        BrokerError(
            .fileError, "the access log cannot be read: \(message)", nextStep: "ls -ld \(ShellWord.quoted(path))")
    }
}
