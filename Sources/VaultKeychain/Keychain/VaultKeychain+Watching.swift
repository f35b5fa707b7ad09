public import AccountStore
internal import Synchronization

extension VaultKeychain {
    /// Who is told what happens, and by what it is seen.
    struct Watching {
        var told: (@Sendable (KeychainNews) -> Void)?
        var folder: FolderWatch?
    }

    /// How soon a shorter span holds for what is open already.
    private static let longestSleep = Duration.seconds(30)

    public func watch(_ told: @escaping @Sendable (KeychainNews) -> Void) async {
        watching.withLock { $0.told = told }
        watchFolder()
    }

    /// What every writing of the file changes, whoever does it.
    public func mark() -> KeychainMark? {
        guard state.open(isUse: true) != nil, let mark = file.mark() else { return nil }
        return KeychainMark(
            stride(from: 0, to: mark.count, by: 8).map { start in
                mark[start..<min(start + 8, mark.count)].reduce(0) { $0 << 8 | UInt64($1) }
            })
    }

    func tell(_ news: KeychainNews) {
        let told = watching.withLock(\.told)
        told?(news)
    }

    /// Hears of what other processes do to the file, as soon as there is somebody to tell and a folder.
    func watchFolder() {
        watching.withLock { watching in
            guard watching.told != nil, watching.folder == nil else { return }
            watching.folder = FolderWatch(file.folder) { [weak self] in
                guard let self, let open = state.open(isUse: false), file.mark() != open.mark else { return }
                tell(.everything)
            }
        }
    }

    /// Sees to it that it closes in time, also when no request comes any more.
    func sweep() {
        sweeping.withLock { task in
            guard task == nil else { return }
            task = Task { [weak self] in
                while let due = self?.nextDue() {
                    try? await Task.sleep(until: min(due, .now + VaultKeychain.longestSleep))
                }
            }
        }
    }

    /// Closes what is due, and tells when the next look is; `nil` where nothing is open, when the sweeping ends.
    private func nextDue() -> ContinuousClock.Instant? {
        let (due, hasClosed) = sweeping.withLock { task in
            let span = forgetAfter()
            let (lastUse, hasClosed) = state.close(unusedFor: span)
            if lastUse == nil { task = nil }
            // A change that goes on longer than the span is looked at again soon.
            return (lastUse.map { max($0 + span, .now + .milliseconds(100)) }, hasClosed)
        }
        if hasClosed { tell(.everything) }
        return due
    }
}
