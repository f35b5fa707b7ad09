import AccountModel
import Glibc
import SystemCalls

/// Finds the program that a person means.
struct ProgramResolver {
    let environment: Environment

    /// The identity of a program that is to get a grant.
    ///
    /// Throws `fileError` for a file that is not there, and `invalidArgument` for a program that no grant may name.
    func identity(of text: String) throws(BrokerError) -> ProgramIdentity {
        if let named = try named(text) { return named }
        let path = try path(of: text)
        guard let file = ProgramFile(path) else {
            throw BrokerError(.fileError, "\(OneLine.visible(path)): \(SystemError.words(errno))")
        }
        guard file.isRegular else {
            let what = file.isFolder ? "a folder" : "no ordinary file"
            throw BrokerError(.fileError, "\(OneLine.visible(path)) is \(what), and so no program")
        }
        if let reason = file.reasonAgainstGrant {
            throw BrokerError(
                .invalidArgument, "\(OneLine.visible(path)) cannot be given a grant: \(reason)",
                nextStep: "grant the script or the program that makes the request")
        }
        return file.isBinary ? .executable(path) : .script(path)
    }

    /// What a grant may be remembered under that is to be taken back: the file may be another by now, or gone.
    ///
    /// Throws `fileError` for a word that is no path and that PATH does not have.
    func identities(toRevoke text: String) throws(BrokerError) -> [ProgramIdentity] {
        if let named = try named(text) { return [named] }
        for prefix in ["exe:/", "script:/"] where text.hasPrefix(prefix) {
            if let stored = ProgramIdentity(text) { return [stored] }
        }
        let path = try path(of: text)
        return [.script(path), .executable(path)]
    }

    /// The identities that are no files; `nil` for a path or a word to look up.
    private func named(_ text: String) throws(BrokerError) -> ProgramIdentity? {
        switch text {
        case "cron": return .cron
        case "ssh": return .ssh
        case "any": return .any
        case "unknown":
            throw BrokerError(
                .invalidArgument,
                """
                a program without a name cannot be given a grant; a no to it lasts an hour, or until the agent is stopped
                """,
                nextStep: "acctstore agent stop")
        default: break
        }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let name = String(text[text.index(after: colon)...])
        switch text[..<colon] {
        case "flatpak" where SandboxName.isFlatpak(name): return .flatpak(name)
        case "snap" where SandboxName.isSnap(name): return .snap(name)
        case "unit" where ProgramResolver.isPlain(name) && name.hasSuffix(".service") && name != ".service":
            return .unit(name)
        case "unit":
            throw BrokerError(
                .invalidArgument, "'\(OneLine.visible(text))' is no service", nextStep: "unit:NAME.service")
        case "flatpak":
            throw BrokerError(
                .invalidArgument, "'\(OneLine.visible(text))' is no Flatpak", nextStep: "flatpak list --app")
        case "snap":
            throw BrokerError(.invalidArgument, "'\(OneLine.visible(text))' is no Snap", nextStep: "snap list")
        default: return nil
        }
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: "/") || $0 >= 0x7F }
    }

    private func path(of text: String) throws(BrokerError) -> String {
        guard !text.utf8.contains(UInt8(ascii: "/")) else {
            guard let path = AbsolutePath.of(text, environment) else {
                throw BrokerError(.fileError, "\(OneLine.visible(text)): \(SystemError.words(errno))")
            }
            return path
        }
        if let path = onPath(text) { return path }
        throw BrokerError(
            .fileError, "there is no program '\(OneLine.visible(text))' on PATH",
            nextStep: "give its path, for example ./\(ShellWord.quoted(text))")
    }

    /// The program that a word without a slash stands for, as the shell would find it.
    func onPath(_ word: String) -> String? {
        let folders = (environment["PATH"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        for folder in folders {
            guard let path = AbsolutePath.of("\(folder.isEmpty ? "." : folder)/\(word)", environment) else { continue }
            if ProgramResolver.isExecutable(path) { return path }
        }
        return nil
    }

    static func isExecutable(_ path: String) -> Bool {
        guard let file = ProgramFile(path), !file.isFolder else { return false }
        // SAFETY: access reads the string that it is given.
        return unsafe access(path, X_OK) == 0
    }
}
