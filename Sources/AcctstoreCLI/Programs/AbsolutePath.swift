import Glibc

/// Makes paths absolute without looking through links, since a grant follows a link at each request.
enum AbsolutePath {
    /// `nil`, with `errno`, where the current folder, or a folder before `..`, is not there.
    static func of(_ path: String, _ environment: Environment) -> String? {
        var start: String
        if path.hasPrefix("/") {
            start = ""
        } else {
            guard let folder = currentFolder(environment) else { return nil }
            start = folder == "/" ? "" : folder
        }
        for part in path.split(separator: "/") where part != "." {
            guard part == ".." else {
                start += "/\(part)"
                continue
            }
            // Where the folder is a link, `..` is beside what it leads to.
            guard let folder = resolved(start.isEmpty ? "/" : start) else { return nil }
            start = String(folder.prefix { $0 == "/" }) == folder ? "" : parent(folder)
        }
        return start.isEmpty ? "/" : start
    }

    /// The path with every link followed; `nil`, with `errno`, where it leads nowhere.
    static func resolved(_ path: String) -> String? {
        // SAFETY: realpath allocates the string that it gives, which is freed after the copy.
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    private static func parent(_ path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    /// As the shell shows it, where that is true.
    private static func currentFolder(_ environment: Environment) -> String? {
        guard let actual = resolved(".") else { return nil }
        if let shown = environment["PWD"], shown.hasPrefix("/"), resolved(shown) == actual { return shown }
        return actual
    }
}
