package import AccountModel
internal import AccountStore
internal import GLibBridge
internal import OwnFiles
internal import Synchronization

/// The access log of this agent.
///
/// It lives on a thread of its own: a disk that is slow or full holds up no request. Records wait for that thread in the
/// order in which they came.
package actor AccessLog: AccessRecording {
    /// Records that wait at most, where the disk does not answer; more are counted as missing.
    private static let longestQueue = 10_000

    private nonisolated let thread = GLibThread(name: "log")
    private nonisolated let waiting = Mutex(Waiting())
    /// `nil` where the environment tells no place for it.
    private var file: AccessLogFile?
    private var missing = 0
    /// Of the last line that could not be written, until one could.
    private var trouble: OwnFileError?
    private let tell: @Sendable (String) -> Void

    private struct Waiting {
        var records: [AccessRecord] = []
        var dropped = 0
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - folder: where the log lies; it is made when there is something to write.
    ///   - tell: takes a line for the system's journal.
    package init(folder: String?, tell: @escaping @Sendable (String) -> Void) {
        file = folder.map(AccessLogFile.init)
        self.tell = tell
    }

    // MARK: Writing

    package nonisolated func record(_ record: AccessRecord) {
        let isFirst = waiting.withLock { waiting in
            guard waiting.records.count < Self.longestQueue else {
                waiting.dropped += 1
                return false
            }
            waiting.records.append(record)
            return waiting.records.count == 1
        }
        guard isFirst else { return }
        thread.invoke { self.assumeIsolated { $0.writeWaiting() } }
    }

    /// Returns when what came before is written.
    package func flush() {
        writeWaiting()
    }

    private func writeWaiting() {
        let (records, dropped) = waiting.withLock { waiting in
            defer { waiting = Waiting() }
            return (waiting.records, waiting.dropped)
        }
        missing += dropped
        var patience = LockableFile.patience
        for record in records {
            // Who waits for this thread waits once, not for each line.
            patience = write(record, waiting: patience) ? LockableFile.patience : .zero
        }
    }

    /// Whether it could be written.
    private func write(_ record: AccessRecord, waiting patience: Duration) -> Bool {
        do throws(OwnFileError) {
            try file?.append(record.line, waiting: patience)
            trouble = nil
            return true
        } catch {
            missing += 1
            // Once, however long it lasts.
            if trouble == nil { tell("a use of an account was not logged, and was served: \(error.message)") }
            trouble = error
            return false
        }
    }

    // MARK: Reading

    package func readBackwards(
        _ take: @escaping @Sendable (AccessRecord) -> Bool
    ) async throws(BrokerError) -> Int {
        writeWaiting()
        guard let file else { return 0 }
        var unreadable = 0
        do throws(OwnFileError) {
            for generation in try file.readers() {
                for line in generation.lines().reversed() {
                    guard let record = AccessRecord(line: line) else {
                        unreadable += 1
                        continue
                    }
                    guard take(record) else { return unreadable }
                }
            }
        } catch {
            throw error.asBrokerError
        }
        return unreadable
    }

    package func lastUses() async throws(BrokerError) -> [AccessUse] {
        writeWaiting()
        guard let file else { return [] }
        var uses = LastUses()
        do throws(OwnFileError) {
            uses.add(try LastUsesFile(folder: file.folder).lines())
            // What ended before the newest generation is in that file.
            if let newest = try file.readers().first { uses.add(newest.lines()) }
        } catch {
            throw error.asBrokerError
        }
        return uses.uses
    }

    package func status() async -> AccessLogStatus {
        writeWaiting()
        let trouble = trouble ?? file?.rotationTrouble
        var status = AccessLogStatus(path: file?.path, isOn: true, trouble: trouble?.message, missing: missing)
        do throws(OwnFileError) {
            _ = try file?.readers()
        } catch {
            status.trouble = error.message
        }
        if file == nil { status.trouble = "neither XDG_STATE_HOME nor HOME tells a place for it" }
        return status
    }
}

extension OwnFileError {
    fileprivate var asBrokerError: BrokerError {
        BrokerError(
            .fileError, "the access log cannot be read: \(message)", nextStep: "ls -ld \(ShellWord.quoted(path))")
    }
}
