import AccountModel
import GLibBridge

/// How a person sets a key of the configuration: by a command for the file as it is now.
package struct ConfigurationChange: Sendable {
    private let file: String

    /// - Parameter file: the one that the configuration is read from; it need not be there.
    package init(file: String) {
        self.file = file
    }

    /// A command that works when it is pasted, or words where none can be written so that it does.
    ///
    /// - Parameters:
    ///   - key: one that no other group has.
    ///   - value: as it is to be read.
    ///   - group: the one that the key belongs to.
    package func step(_ key: String, _ value: String, in group: String = "acctstore") -> String {
        let known: KeyFile?
        do throws(KeyFileError) {
            known = try KeyFile.read(path: file)
        } catch {
            return words(key, value, group)
        }
        guard ConfigurationChange.canBeWritten(value), !file.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            return words(key, value, group)
        }
        let line = "\(key)=\(value.replacing("\\", with: "\\\\"))"
        let place = ShellWord.quoted(file)
        if known?.keys(in: group).contains(key) == true {
            return "sed -i --follow-symlinks \(ShellWord.quoted(ConfigurationChange.script(key, line))) \(place)"
        }
        // A group may stand in the file twice. What is there may lack its last line end.
        let lines = (known == nil ? [] : [""]) + ["[\(group)]", line]
        let printing = (["printf", "%s\\n"] + lines).map(ShellWord.quoted).joined(separator: " ") + " >>\(place)"
        guard known == nil, let slash = file.lastIndex(of: "/") else { return printing }
        // A file that everybody may write to is not read.
        return "mkdir -p -m 700 \(ShellWord.quoted(String(file[..<slash]))) && (umask 077; \(printing))"
    }

    private func words(_ key: String, _ value: String, _ group: String) -> String {
        "Set \(key)=\(OneLine.visible(value)) under [\(group)] in \(OneLine.visible(file, length: 4096))."
    }

    /// Whether the value is read as it is written: on one line, and with nothing that begins a comment or is dropped.
    private static func canBeWritten(_ value: String) -> Bool {
        !value.isEmpty && value.first != " " && value.last != " " && value.first != "#" && !value.contains(" #")
            && value == OneLine.visible(value, length: 4096)
    }

    private static func script(_ key: String, _ line: String) -> String {
        var replacement = line
        for special in ["\\", "/", "&"] { replacement = replacement.replacing(special, with: "\\\(special)") }
        return "s/^[[:space:]]*\(key)[[:space:]]*=.*/\(replacement)/"
    }
}
