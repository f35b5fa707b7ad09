import Glibc

/// The processes that were started from a rig's own folder.
///
/// An agent that went on by itself is nobody's child; its path, inside a folder that only this rig has, tells it.
enum RigProcesses {
    /// Kills what still runs of a rig.
    static func kill(of folder: TemporaryFolder) {
        for pid in pids(of: folder) {
            Glibc.kill(pid, SIGKILL)
        }
    }

    private static func pids(of folder: TemporaryFolder) -> [Int32] {
        let prefix = Array((folder.path + "/").utf8)
        return Files.names(in: "/proc").compactMap { Int32($0) }.filter { pid in
            guard let line = try? Files.read("/proc/\(pid)/cmdline") else { return false }
            return line.split(separator: 0).contains { $0.starts(with: prefix) }
        }
    }
}
