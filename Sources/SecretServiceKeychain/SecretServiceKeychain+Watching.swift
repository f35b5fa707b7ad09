public import AccountStore
internal import Glibc

extension SecretServiceKeychain {
    public func watch(_ told: @escaping @Sendable (KeychainNews) -> Void) async {
        await link.watch(told)
    }

    /// Where the provider is heard: what the last change under our lock left behind, and when gnome-keyring last wrote.
    ///
    /// gnome-keyring (42.1) tells of every other change before it answers who made it, but neither of a secret that was
    /// replaced by `SetSecret` nor of another default collection. Both are in its folder by the time it answers.
    public func mark() async -> KeychainMark? {
        guard link.watch.isFollowing, let label = try? wantedLabel() ?? "",
            let left = try? StateLock(environment: environment).mark(),
            let written = KeyringFolder.lastWrite(environment)
        else { return nil }
        var hasher = Hasher()
        hasher.combine(label)
        hasher.combine(left)
        return KeychainMark([UInt64(bitPattern: Int64(hasher.finalize())), written])
    }
}

/// gnome-keyring's folder of collections; a new file takes the old one's place at each change.
private enum KeyringFolder {
    /// Within so many nanoseconds two changes may have the same time: more than a tick of the kernel's clock for files.
    private static let tick: UInt64 = 20_000_000

    /// Nanoseconds; 0 where there is no such folder, nil while another change could still get the same time.
    static func lastWrite(_ environment: [String: String]) -> UInt64? {
        guard let path = path(environment) else { return 0 }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return 0 }
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        let written = nanoseconds(status.st_mtim)
        let age = nanoseconds(now) &- written
        return age < tick ? nil : written
    }

    private static func path(_ environment: [String: String]) -> String? {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/keyrings" }
        return environment["HOME"].map { $0 + "/.local/share/keyrings" }
    }

    private static func nanoseconds(_ time: timespec) -> UInt64 {
        UInt64(bitPattern: Int64(time.tv_sec)) &* 1_000_000_000 &+ UInt64(bitPattern: Int64(time.tv_nsec))
    }
}
