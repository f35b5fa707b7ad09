internal import Glibc
internal import SystemCalls

/// What helps where something stands in a file's place that cannot be read.
package enum FileMending {
    /// A command that works when it is pasted, or who can mend it, or a sentence with a command; `nil` where the place shows
    /// nothing that one would mend.
    ///
    /// - Parameter followsLinks: whether it is a file of the configuration, which may be what a link leads to, and may be root's.
    package static func command(for path: String, followsLinks: Bool = false) -> String? {
        guard let change = change(at: path, followsLinks: followsLinks) else { return nil }
        return stranger(path).map { "Run acctstore as user \($0), whose folder that is." } ?? change
    }

    private static func change(at path: String, followsLinks: Bool) -> String? {
        guard let facts = facts(path, followsLinks: followsLinks) else {
            switch errno {
            case EACCES: return opening(path)
            case ENOENT: return DeadLink(onTheWayTo: path).map(restoring)
            default: return nil
            }
        }
        let word = ShellWord.quoted(path)
        switch facts.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK: return "mv \(word) \(ShellWord.quoted(path + ".link"))"
        default: return "mv \(word) \(ShellWord.quoted(path + ".other"))"
        }
        guard facts.st_uid == geteuid() || followsLinks && facts.st_uid == 0 else {
            return "sudo chown \"$(id -u)\" \(word)"
        }
        if facts.st_mode & 0o002 != 0 { return "chmod o-w \(word)" }
        return facts.st_uid == geteuid() && facts.st_mode & 0o400 == 0 ? "chmod 600 \(word)" : nil
    }

    /// A command that only looks: without the link another keychain may be in use, which is for the person to decide.
    private static func restoring(_ link: DeadLink) -> String {
        "Put \(OneLine.visible(link.target, length: 4096)) back, unless you mean to go without it.\nls -l \(ShellWord.quoted(link.path))"
    }

    /// Whose the folder is that a file lies in, where it is neither this user's nor the system's: what would let this one in
    /// would lock that one out.
    private static func stranger(_ path: String) -> uid_t? {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex,
            let folder = facts(String(path[..<slash]), followsLinks: true), folder.st_uid != geteuid(),
            folder.st_uid != 0
        else { return nil }
        return folder.st_uid
    }

    /// Of the innermost folder that shows itself, where the path goes through one that is closed.
    private static func opening(_ path: String) -> String? {
        var folder = path[...]
        while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
            folder = folder[..<slash]
            guard let facts = facts(String(folder), followsLinks: true) else { continue }
            return facts.st_uid == geteuid() ? "chmod 700 \(ShellWord.quoted(String(folder)))" : nil
        }
        return nil
    }

    /// `nil`, with `errno`, where there is nothing to be seen.
    private static func facts(_ path: String, followsLinks: Bool) -> stat? {
        var facts = stat()
        // SAFETY: both calls fill the one structure that they are given.
        let result = unsafe followsLinks ? stat(path, &facts) : lstat(path, &facts)
        return result == 0 ? facts : nil
    }
}
