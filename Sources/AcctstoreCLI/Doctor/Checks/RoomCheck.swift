import AccountModel

/// Whether the file systems that state and data lie on take anything: else nothing is stored, and no use is logged.
struct RoomCheck: Check {
    let environment: Environment
    /// What is told of the file system of a path; `nil` where there is nothing.
    var facts: @Sendable (_ path: String) -> FileSystemFacts? = { FileSystemFacts($0) }

    private static let name = "room"
    /// Bytes that a change needs at least: what is new is written beside the old.
    private static let least: UInt = 65_536

    func findings() async -> [Finding] {
        var folders: [(name: String, path: String, facts: FileSystemFacts)] = []
        for (folder, name) in [(PersonalFolder.state, "state"), (.data, "data")] {
            guard let path = folder.path(environment).map(existing), let facts = facts(path) else { continue }
            if let same = folders.firstIndex(where: { $0.facts.number == facts.number && facts.number != 0 }) {
                folders[same].name += " and \(name)"
            } else {
                folders.append((name, path, facts))
            }
        }
        let problems = folders.compactMap { name, path, facts in
            trouble(with: facts, at: ShellWord.quoted(path)).map { words, command in
                Finding.problem(
                    Self.name, "the file system for \(name), at \(path), \(words)", code: .fileError, next: command)
            }
        }
        if folders.isEmpty || !problems.isEmpty { return problems }
        return [.ok(Self.name, "there is room for state and data")]
    }

    private func trouble(with facts: FileSystemFacts, at word: String) -> (words: String, command: String)? {
        if facts.isReadOnly { return ("can only be read", "findmnt -T \(word)") }
        if let bytes = facts.bytes, bytes < Self.least { return ("is full", "df -h \(word)") }
        if facts.files == 0 { return ("takes no other file", "df -i \(word)") }
        return nil
    }

    /// The folder itself, else the one above it that it would be made in.
    private func existing(in path: String) -> String {
        var path = DoctorPath.withoutSlash(path)
        while facts(path) == nil, let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
            if path == "/" { break }
        }
        return path
    }
}
