import Glibc

/// The descriptions that were installed with this very program, wherever that was: not every folder that programs are put
/// into is one that `XDG_DATA_DIRS` names.
package enum InstalledServices {
    /// Of the program that runs; `nil` where there is none that can be trusted.
    package static var folder: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        // SAFETY: the buffer's own size is given.
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        return folder(of: String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// Of a program in `bin` or `libexec/acctstore` below a prefix, or built in the tree of its source.
    package static func folder(of program: String) -> String? {
        let parts = program.split(separator: "/").dropLast()
        let places = [["bin"], ["libexec", "acctstore"]]
        if let place = places.first(where: { parts.suffix($0.count).elementsEqual($0.map { $0[...] }) }) {
            return trusted(below: parts.dropLast(place.count), beside: program)
        }
        // `.build/TRIPLE/release`
        guard let build = parts.lastIndex(of: ".build"), parts.endIndex - build == 3 else { return nil }
        return trusted(below: parts[..<build], beside: program)
    }

    /// Each folder on the way has the owner of the program, which is trusted already, or belongs to this user or the system;
    /// and not everybody may write to it. So it is for files of the configuration.
    private static func trusted(below prefix: ArraySlice<Substring>, beside program: String) -> String? {
        var status = stat()
        // SAFETY: stat fills the structure it is given, here and below.
        guard unsafe stat(program, &status) == 0 else { return nil }
        let owners = [status.st_uid, geteuid(), 0]
        var path = prefix.map { "/\($0)" }.joined()
        for part in ["share", "acctstore", "services"] {
            path += "/\(part)"
            guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, owners.contains(status.st_uid),
                status.st_mode & 0o002 == 0
            else { return nil }
        }
        return path
    }
}
