public import AccountStore

extension SecretServiceKeychain {
    public func watch(_ told: @escaping @Sendable (KeychainNews) -> Void) async {
        await link.watch(told)
    }

    /// Where the provider is heard: what the last change under our lock left behind, and when gnome-keyring last wrote.
    ///
    /// gnome-keyring (42.1) tells of every other change before it answers who made it, but neither of a secret that was
    /// replaced by `SetSecret` nor of another default collection. Both are in its folder by the time it answers.
    public func mark() async -> KeychainMark? {
        let trace = trace()
        return KeyringFolder.isRecent(lastWrites) ? nil : trace
    }

    /// The same, which two changes of secrets may share that lie too close together.
    func trace() -> KeychainMark? {
        guard link.watch.isFollowing, let label = try? wantedLabel() ?? "",
            let left = try? StateLock(environment: environment).mark()
        else { return nil }
        var hasher = Hasher()
        hasher.combine(label)
        hasher.combine(left)
        return KeychainMark([UInt64(bitPattern: Int64(hasher.finalize()))] + lastWrites)
    }

    private var lastWrites: [UInt64] {
        KeyringFolder(environment: environment)?.lastWrites(link.watch.collection) ?? []
    }
}
