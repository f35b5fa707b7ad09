import AccountModel
import FoundationEssentials
import Glibc

/// Owners, modes and links of our files in the person's folders.
struct FilesCheck: Check {
    let environment: Environment

    private static let name = "files"
    /// Of those, more say nothing new.
    private static let most = 20

    private enum Rule {
        /// As the agent reads it: nobody but the owner and the owner's group may write; links are the person's own affair.
        case configuration
        /// Nobody else may do anything, and links are not followed.
        case ours

        /// What a command ends with where the rule is broken.
        var code: BrokerError.Code { self == .configuration ? .notConfigured : .fileError }
    }

    func findings() async -> [Finding] {
        let folders: [(String, String?, Rule)] = [
            ("configuration", PersonalFolder.configuration.path(environment), .configuration),
            ("state", PersonalFolder.state.path(environment), .ours),
            ("data", PersonalFolder.data.path(environment), .ours), ("runtime", environment["XDG_RUNTIME_DIR"], .ours),
        ]
        var problems: [Finding] = []
        var words: [String] = []
        for (name, base, rule) in folders {
            guard let base else { continue }
            let path = "\(DoctorPath.withoutSlash(base))/acctstore"
            guard FileFacts(path) != nil else {
                if name != "runtime" { words.append("no \(name) yet") }
                continue
            }
            let found = troubles(in: path, rule, depth: 0)
            if found.isEmpty { words.append("\(name) in \(path)") }
            problems += found
        }
        let rest = problems.count - Self.most
        let more: [Finding] = rest > 0 ? [.note(Self.name, "and \(rest) more of this kind")] : []
        let sound = words.isEmpty ? [] : [Finding.ok(Self.name, "as they should be: \(words.joined(separator: ", "))")]
        return sound + problems.prefix(Self.most) + more
    }

    /// Of a path and what is in it.
    private func troubles(in path: String, _ rule: Rule, depth: Int) -> [Finding] {
        guard var facts = FileFacts(path) else { return [] }
        if facts.isLink {
            if rule == .ours { return [link(path)] }
            guard let target = FileFacts(path, followsLinks: true) else { return [deadLink(path)] }
            facts = target
        }
        if depth == 0, !facts.isFolder { return [noFolder(path, rule)] }
        let own = trouble(with: facts, rule).map { [$0] } ?? []
        guard facts.isFolder, depth < 3 else { return own }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            return own.isEmpty ? [unreadable(path, rule)] : own
        }
        return own + names.sorted().flatMap { troubles(in: "\(path)/\($0)", rule, depth: depth + 1) }
    }

    private func trouble(with facts: FileFacts, _ rule: Rule) -> Finding? {
        let word = ShellWord.quoted(facts.path)
        // What the system's own user owns, the person was given.
        guard facts.isOwn || rule == .configuration && facts.owner == 0 else {
            return problem(
                "\(facts.path) belongs to user \(facts.owner)", next: "sudo chown -R \"$(id -u)\" \(word)",
                code: rule.code)
        }
        switch rule {
        case .configuration:
            if facts.mode & 0o002 != 0 {
                return problem(
                    "everybody may write to \(facts.path) (mode \(facts.octalMode))", next: "chmod o-w \(word)",
                    code: rule.code)
            }
            guard facts.path.hasSuffix(".conf"), let next = FileMending.command(for: facts.path, followsLinks: true)
            else { return nil }
            let what = facts.kind == S_IFREG ? "cannot be read (mode \(facts.octalMode))" : "is no file"
            return problem("\(facts.path) \(what)", next: next, code: rule.code)
        case .ours:
            guard facts.mode & 0o077 != 0 else { return nil }
            return problem(
                "others may look into \(facts.path) (mode \(facts.octalMode))",
                next: "chmod \(facts.isFolder ? 700 : 600) \(word)")
        }
    }

    private func link(_ path: String) -> Finding {
        problem(
            "\(path) is a link, which is not followed",
            next: "mv \(ShellWord.quoted(path)) \(ShellWord.quoted(path + ".link"))")
    }

    private func deadLink(_ path: String) -> Finding {
        problem(
            "\(path) is a link that leads nowhere",
            next: FileMending.command(for: path, followsLinks: true) ?? "rm \(ShellWord.quoted(path))",
            code: .notConfigured)
    }

    private func noFolder(_ path: String, _ rule: Rule) -> Finding {
        problem(
            "\(path) is no folder", next: "mv \(ShellWord.quoted(path)) \(ShellWord.quoted(path + ".other"))",
            code: rule.code)
    }

    private func unreadable(_ path: String, _ rule: Rule) -> Finding {
        problem(
            "this user cannot look into \(path)", next: "chmod 700 \(ShellWord.quoted(path))", code: rule.code)
    }

    private func problem(_ words: String, next: String, code: BrokerError.Code = .fileError) -> Finding {
        .problem(Self.name, words, code: code, next: next)
    }
}
