internal import Glibc

/// Where gnome-keyring keeps its collections: in a file each, which a new one takes the place of at each change. A person
/// may put back an older one, which gnome-keyring (42.1) reads by and by and tells nobody of.
struct KeyringFolder {
    /// Within so many nanoseconds two changes may have the same time: more than a tick of the kernel's clock for files.
    private static let tick: UInt64 = 20_000_000

    private let path: String

    /// `$XDG_DATA_HOME/keyrings`, or `~/.local/share/keyrings`; nil where there is no home.
    init?(environment: [String: String]) {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            path = data + "/keyrings"
        } else if let home = environment["HOME"] {
            path = home + "/.local/share/keyrings"
        } else {
            return nil
        }
    }

    /// When the folder and the file of a collection were changed, in nanoseconds; 0 for what is not there.
    ///
    /// - Parameter collection: its object path, where it is known.
    func lastWrites(_ collection: String?) -> [UInt64] {
        let file = collection.map { path + "/" + Provider.Collection.name(in: $0) + ".keyring" }
        return [path, file].map { $0.map(KeyringFolder.lastWrite) ?? 0 }
    }

    /// Whether another change could still get the time of the last one.
    static func isRecent(_ writes: [UInt64]) -> Bool {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        let now = nanoseconds(time)
        return writes.contains { now &- $0 < tick }
    }

    private static func lastWrite(_ path: String) -> UInt64 {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return 0 }
        return nanoseconds(status.st_mtim)
    }

    private static func nanoseconds(_ time: timespec) -> UInt64 {
        UInt64(bitPattern: Int64(time.tv_sec)) &* 1_000_000_000 &+ UInt64(bitPattern: Int64(time.tv_nsec))
    }
}
