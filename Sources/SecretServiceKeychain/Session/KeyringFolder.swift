internal import AccountModel
internal import FoundationEssentials
internal import Glibc

/// Where gnome-keyring keeps its collections: in a file each, which a new one takes the place of at each change. A person
/// may put back an older one, which gnome-keyring (42.1) reads by and by and tells nobody of.
struct KeyringFolder {
    /// Within so many nanoseconds two changes may have the same time: more than a tick of the kernel's clock for files.
    private static let tick: UInt64 = 20_000_000

    private let path: String

    /// `$XDG_DATA_HOME/keyrings`, or `~/.local/share/keyrings`; nil where there is no home.
    init?(environment: [String: String]) {
        guard let data = PersonalFolder.data.path({ environment[$0] }) else { return nil }
        path = data + "/keyrings"
    }

    /// When the folder and the file of a collection were changed, in nanoseconds; 0 for what is not there.
    ///
    /// - Parameter collection: its object path, where it is known.
    func lastWrites(_ collection: String?) -> [UInt64] {
        let file = collection.map { path + "/" + Provider.Collection.name(in: $0) + ".keyring" }
        return [path, file].map { $0.map(KeyringFolder.lastWrite) ?? 0 }
    }

    /// Gives each file of a collection a time in a later second than it has, and waits for that second where it is the next
    /// one. What is in them stays. Throws where it is cancelled meanwhile.
    func renewTimes() async throws(CancellationError) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for file in names where file.hasSuffix(".keyring") {
            let file = "\(path)/\(file)"
            guard let written = KeyringFolder.time(of: file)?.tv_sec else { continue }
            while KeyringFolder.now.tv_sec == written {
                let left = 1_000_000_000 - KeyringFolder.now.tv_nsec
                do { try await Task.sleep(for: .nanoseconds(left)) } catch { throw CancellationError() }
            }
            // A clock that was set back leaves times that are yet to come.
            let second = timespec(tv_sec: max(KeyringFolder.now.tv_sec, written + 1), tv_nsec: 0)
            // SAFETY: two times are what the call reads.
            _ = unsafe utimensat(AT_FDCWD, file, [second, second], AT_SYMLINK_NOFOLLOW)
        }
    }

    /// Whether another change could still get the time of the last one.
    static func isRecent(_ writes: [UInt64]) -> Bool {
        let now = nanoseconds(now)
        return writes.contains { now &- $0 < tick }
    }

    private static func lastWrite(_ path: String) -> UInt64 {
        time(of: path).map(nanoseconds) ?? 0
    }

    private static func time(of path: String) -> timespec? {
        var status = stat()
        // SAFETY: stat(2) fills the structure it is given.
        return unsafe stat(path, &status) == 0 ? status.st_mtim : nil
    }

    private static var now: timespec {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return now
    }

    private static func nanoseconds(_ time: timespec) -> UInt64 {
        UInt64(bitPattern: Int64(time.tv_sec)) &* 1_000_000_000 &+ UInt64(bitPattern: Int64(time.tv_nsec))
    }
}
