import AccountModel
import GLibBridge

/// A file that tells the bus or systemd how the agent is started.
struct ServiceFile {
    enum Program: Equatable {
        case path(String)
        /// In words that only the bus or systemd makes a path of, or that cannot be read.
        case notTold
        case none
    }

    let path: String
    let program: Program

    /// The first that is there.
    ///
    /// - Parameter key: the one whose value is the command line.
    static func first(_ name: String, in folders: [String], key: String) -> ServiceFile? {
        folders.lazy.map { "\($0)/\(name)" }.first { FileFacts($0) != nil }.map { path in
            guard let bytes = try? SmallFile.read(path) else { return ServiceFile(path: path, program: .notTold) }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            // The last one counts, and one without a value takes back those before it.
            let told = lines.compactMap { line in value(of: key, in: line) }.last
            return ServiceFile(path: path, program: told.map(program) ?? .none)
        }
    }

    /// Blanks around the sign do not count (systemd.syntax(7)).
    private static func value(of key: String, in line: Substring) -> Substring? {
        guard let sign = line.firstIndex(of: "="),
            line[..<sign].split(whereSeparator: { $0 == " " || $0 == "\t" }).elementsEqual([key[...]])
        else { return nil }
        return line[line.index(after: sign)...]
    }

    /// The program of a command line, without the signs that systemd.service(5) knows before it.
    private static func program(of line: Substring) -> Program {
        let line = line.drop { " \t-@:+!|".contains($0) }
        guard let first = line.first else { return .none }
        let isQuoted = first == "\"" || first == "'"
        let word = isQuoted ? line.dropFirst().prefix { $0 != first } : line.prefix { $0 != " " && $0 != "\t" }
        // Specifiers of systemd, signs that are written otherwise, and names that are looked for.
        guard word.hasPrefix("/"), !word.contains(where: { "%\\$\"'".contains($0) }) else { return .notTold }
        return .path(String(word))
    }

    /// Whether it turns the service off (systemd's `mask`).
    var isMask: Bool { AbsolutePath.resolved(path) == "/dev/null" }

    /// The program, where it is known not to be there.
    var missing: String? {
        switch program {
        case .path(let program): FileFacts.isProgram(program) ? nil : program
        case .notTold: nil
        case .none: "nothing"
        }
    }

    /// What is told of one that has no fault, which ends so.
    func words(_ end: String) -> String {
        program == .notTold ? "\(path) is there; what it starts does not show" : "\(path) starts the agent\(end)"
    }

    /// Takes it away, where it is the person's own.
    ///
    /// - Parameter then: what makes that known: ` && systemctl …`.
    func removal(_ then: String = "") -> String {
        FileFacts(path)?.isOwn == true ? "rm \(ShellWord.quoted(path))\(then)" : "Install acctstore again."
    }
}

/// The folders of data, the person's own first (XDG Base Directory Specification).
enum DataFolders {
    static func all(_ environment: Environment) -> [String] {
        let shared = (environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share").split(separator: ":")
        return [PersonalFolder.data.path(environment)].compactMap(\.self) + shared.map(String.init)
    }
}
