public import AccountStore
internal import Synchronization

extension VaultKeychain {
    /// Who is told what happens, and by what it is seen.
    struct Watching {
        var told: (@Sendable (KeychainNews) -> Void)?
        var folder: FolderWatch?
    }

    public func watch(_ told: @escaping @Sendable (KeychainNews) -> Void) async {
        watching.withLock { $0.told = told }
        await watchFolder()
    }

    public func noteUse() {
        state.noteUse()
    }

    /// What every writing of the file changes, whoever does it.
    public func mark() async -> KeychainMark? {
        guard state.open != nil else { return nil }
        await watchFolder()
        guard let mark = await onDisk({ self.file.mark() }) else { return nil }
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
    func watchFolder() async {
        guard isUnwatched else { return }
        await onDisk {
            guard self.isUnwatched else { return }
            let watch = FolderWatch(self.file.folder) { [weak self] isGone in
                guard let self else { return }
                if isGone { followNext() }
                tellIfWritten()
            }
            self.watching.withLock { $0.folder = watch }
        }
    }

    private var isUnwatched: Bool { watching.withLock { $0.told != nil && $0.folder == nil } }

    /// Another folder may be in the place of the one that went away, or come there until the next use.
    private func followNext() {
        watching.withLock { $0.folder = nil }
        Task {
            await watchFolder()
            // What was done there before was not heard.
            tellIfWritten()
        }
    }

    private func tellIfWritten() {
        guard let open = state.open, file.mark() != open.mark else { return }
        tell(.everything)
    }

    /// Sees to it that it closes in time.
    func sweep() {
        sweeper.begin { [weak self] in await self?.nextDue() }
    }

    /// Closes what is due, and tells when the next look is; `nil` where nothing is open.
    private func nextDue() async -> ContinuousClock.Instant? {
        // The person's configuration says it.
        let span = await onDisk { self.forgetAfter() }
        let (lastUse, hasClosed) = state.close(unusedFor: span)
        if hasClosed { tell(.everything) }
        // A change that goes on longer than the span is looked at again soon.
        return lastUse.map { max($0 + span, .now + .milliseconds(100)) }
    }
}
