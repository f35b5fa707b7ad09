import Glibc
import Synchronization

/// Files by their paths, as bytes; what the rig needs and no more.
enum Files {
    static func read(_ path: String) throws(RigError) -> [UInt8] {
        let descriptor = try openFile(path, O_RDONLY, 0)
        defer { close(descriptor) }
        switch readAvailable(descriptor) {
        case .more(let bytes), .end(let bytes): return bytes
        }
    }

    /// Makes or replaces a file of exactly this mode, owned by `user`.
    ///
    /// No program is started meanwhile: it would hold the file open for writing until its exec, and a file that is open
    /// so cannot be run ("text file busy").
    static func write(_ bytes: [UInt8], to path: String, mode: UInt32, owner user: RigUser) throws(RigError) {
        try spawning.withLock { _ throws(RigError) in
            let descriptor = try openFile(path, O_WRONLY | O_CREAT | O_TRUNC, mode)
            defer { close(descriptor) }
            fchmod(descriptor, mode)
            fchown(descriptor, user.uid, user.gid)
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { throw .system("writing \(path)", errno) }
                rest.removeFirst(count)
            }
        }
    }

    /// Makes a folder, and those above it where they are missing.
    static func makeFolder(_ path: String, mode: UInt32, owner user: RigUser) throws(RigError) {
        if exists(path) { return }
        try makeFolder(parent(of: path), mode: mode, owner: user)
        guard unsafe mkdir(path, mode) == 0 else { throw .system("mkdir \(path)", errno) }
        unsafe chmod(path, mode)
        unsafe chown(path, user.uid, user.gid)
    }

    static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    /// The path without its last part.
    static func parent(of path: String) -> String {
        let parts = path.split(separator: "/").dropLast()
        return "/" + parts.joined(separator: "/")
    }

    /// The names in a folder, without `.` and `..`; empty where it cannot be read.
    static func names(in path: String) -> [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    private static func openFile(_ path: String, _ flags: Int32, _ mode: UInt32) throws(RigError) -> Int32 {
        let descriptor = unsafe open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .system("opening \(path)", errno) }
        return descriptor
    }
}
