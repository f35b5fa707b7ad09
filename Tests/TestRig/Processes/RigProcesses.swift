import Glibc

/// The processes whose command line names a rig's own folder.
///
/// An agent that went on by itself is nobody's child, and a rig that did not come up stops nothing by itself; the folder,
/// which only this rig has, tells what belongs to it.
package enum RigProcesses {
    /// Kills what still runs of a rig.
    package static func kill(of folder: TemporaryFolder) {
        for pid in pids(of: folder) {
            Glibc.kill(pid, SIGKILL)
        }
    }

    private static func pids(of folder: TemporaryFolder) -> [Int32] {
        let inside = Array((folder.path + "/").utf8)
        return Files.names(in: "/proc").compactMap { Int32($0) }.filter { pid in
            guard let line = try? Files.read("/proc/\(pid)/cmdline") else { return false }
            // Anywhere in it: a bus is told its folder as `--config-file=…`.
            return line.firstRange(of: inside) != nil
        }
    }

    /// What runs as a child of the program at `path`, by the start of what the kernel calls it.
    package static func children(of path: String, named prefix: String) -> [Int32] {
        Files.names(in: "/proc").compactMap { Int32($0) }.filter { pid in
            guard let name = text("comm", of: pid), name.hasPrefix(prefix),
                // After the name in parentheses: the state, and the parent.
                let rest = text("stat", of: pid)?.split(separator: ")").last?.split(separator: " "), rest.count > 1,
                let parent = Int32(rest[1])
            else { return false }
            return text("cmdline", of: parent)?.hasPrefix(path) ?? false
        }
    }

    /// The processes of the program at `path`.
    package static func running(_ path: String) -> [Int32] {
        Files.names(in: "/proc").compactMap { Int32($0) }.filter { text("cmdline", of: $0)?.hasPrefix(path) ?? false }
    }

    private static func text(_ name: String, of pid: Int32) -> String? {
        (try? Files.read("/proc/\(pid)/\(name)")).map { String(decoding: $0, as: UTF8.self) }
    }
}
