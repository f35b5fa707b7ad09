import AccountModel
import GLibBridge
import Glibc

/// The system that all of it runs on.
struct SystemCheck: Check {
    func findings() async -> [Finding] {
        var names = utsname()
        // SAFETY: the call fills the one structure that it is given.
        guard unsafe uname(&names) == 0 else { return [] }
        let kernel = [text(of: names.sysname), text(of: names.release), text(of: names.machine)]
        let distribution = ["/etc/os-release", "/usr/lib/os-release"].lazy.compactMap(distribution).first
        return [
            .ok("system", ([distribution].compactMap(\.self) + [kernel.joined(separator: " ")]).joined(separator: ", "))
        ]
    }

    /// `PRETTY_NAME` of os-release(5).
    private func distribution(_ path: String) -> String? {
        let key = "PRETTY_NAME="
        guard let bytes = try? SmallFile.read(path) else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(key) }
            .map { String($0.dropFirst(key.count)).filter { $0 != "\"" && $0 != "'" } }
    }

    /// A field of utsname, which is a tuple of characters.
    private func text<Characters>(of characters: Characters) -> String {
        // SAFETY: the bytes are the value's own, and are read no further than their end.
        unsafe withUnsafeBytes(of: characters) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
