import AccountModel
import FoundationEssentials
import Glibc

/// A file that tells the bus or systemd how the agent is started.
struct ServiceFile {
    let path: String
    /// The program that it starts; `nil` where it names none.
    let program: String?

    /// The first that is there.
    ///
    /// - Parameter key: the one whose value is the command line.
    static func first(_ name: String, in folders: [String], key: String) -> ServiceFile? {
        folders.lazy.map { "\($0)/\(name)" }.first { FileFacts($0) != nil }.map { path in
            let data = FileManager.default.contents(atPath: path) ?? Data()
            let line = String(decoding: data.prefix(1 << 16), as: UTF8.self).split(separator: "\n")
                .first { $0.hasPrefix("\(key)=") }
            return ServiceFile(path: path, program: line.map { word($0.dropFirst(key.count + 1)) })
        }
    }

    /// The first word of a command line, without the signs that systemd.service(5) knows before it.
    private static func word(_ line: Substring) -> String {
        let line = line.drop { " -@:+!\"".contains($0) }
        return String(line.prefix { $0 != " " && $0 != "\"" })
    }

    /// Whether it turns the service off (systemd's `mask`).
    var isMask: Bool { AbsolutePath.resolved(path) == "/dev/null" }

    var isProgramThere: Bool { program.map(FileFacts.isProgram) ?? false }
}

/// The folders of data, the person's own first (XDG Base Directory Specification).
enum DataFolders {
    static func all(_ environment: Environment) -> [String] {
        let shared = (environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share").split(separator: ":")
        return [PersonalFolder.data.path(environment)].compactMap(\.self) + shared.map(String.init)
    }
}
