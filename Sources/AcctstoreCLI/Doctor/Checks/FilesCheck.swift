import AccountModel
import FoundationEssentials
import Glibc

/// Owners, modes and links of our files in the person's folders.
struct FilesCheck: Check {
    let environment: Environment

    private static let name = "files"
    /// Of those, more say nothing new.
    private static let most = 20

    func findings() async -> [Finding] {
        let runtime = OwnBase(runtime: "runtime", environment)
        let personal = [
            OwnBase("configuration", .configuration, .configuration, environment),
            OwnBase("state", .state, .ours, environment), OwnBase("data", .data, .ours, environment),
        ]
        var problems: [Finding] = []
        var words: [String] = []
        for base in personal + [runtime] where base.owner == .thisUser {
            guard let folder = base.path else { continue }
            let path = "\(DoctorPath.withoutSlash(folder))/acctstore"
            guard FileFacts(path) != nil else {
                if base.name != "runtime" { words.append("no \(base.name) yet") }
                continue
            }
            let found = troubles(in: path, base.rule, depth: 0)
            if found.isEmpty { words.append("\(base.name) in \(path)") }
            problems += found
        }
        let rest = problems.count - Self.most
        let more: [Finding] = rest > 0 ? [.note(Self.name, "and \(rest) more of this kind")] : []
        let sound = words.isEmpty ? [] : [Finding.ok(Self.name, "as they should be: \(words.joined(separator: ", "))")]
        return sound + notLookedAt(personal) + problems.prefix(Self.most) + more
    }

    private func notLookedAt(_ bases: [OwnBase]) -> [Finding] {
        var (ofHome, named): ([String], [Finding]) = ([], [])
        for base in bases {
            switch base.owner {
            case .thisUser: break
            case .ofHome: ofHome.append(base.name)
            case .another(let user):
                named.append(
                    problem(
                        "\(base.variable) is the folder of user \(user): what is in it was not looked at",
                        next: "unset \(base.variable)"))
            }
        }
        let words = "\(ofHome.joined(separator: ", ")): not looked at, since the home folder is another user's"
        return (ofHome.isEmpty ? [] : [.note(Self.name, words)]) + named
    }

    /// Of a path and what is in it.
    private func troubles(in path: String, _ rule: OwnBase.Rule, depth: Int) -> [Finding] {
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

    private func trouble(with facts: FileFacts, _ rule: OwnBase.Rule) -> Finding? {
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
            next: FileMending.command(for: path, followsLinks: true) ?? "ls -l \(ShellWord.quoted(path))",
            code: .notConfigured)
    }

    private func noFolder(_ path: String, _ rule: OwnBase.Rule) -> Finding {
        problem(
            "\(path) is no folder", next: "mv \(ShellWord.quoted(path)) \(ShellWord.quoted(path + ".other"))",
            code: rule.code)
    }

    private func unreadable(_ path: String, _ rule: OwnBase.Rule) -> Finding {
        problem(
            "this user cannot look into \(path)", next: "chmod 700 \(ShellWord.quoted(path))", code: rule.code)
    }

    private func problem(_ words: String, next: String, code: BrokerError.Code = .fileError) -> Finding {
        .problem(Self.name, words, code: code, next: next)
    }
}
