/// Who asks: the name that the agent worked out for a program.
///
/// Only a sandbox's name is enforced. For any other program the name is a label for consent and the log.
public enum ProgramIdentity: Hashable, Sendable {
    /// A binary, by its absolute path.
    case executable(String)
    /// A file that an interpreter runs, by its absolute path.
    case script(String)
    /// A Flatpak application id.
    case flatpak(String)
    /// A Snap's name.
    case snap(String)
    /// A systemd user unit, with its suffix.
    case unit(String)
    /// A job of the system's cron that no file names.
    case cron
    /// A command given over SSH that no file names.
    case ssh
    /// The person at a terminal.
    case terminal
    /// A sandbox without a name that can be trusted.
    case sandbox
    /// Nothing that could be asked about again: an interpreter with `-c`, a tool that speaks for anybody.
    case unknown
    /// Only in a grant: every program outside a sandbox.
    case any

    /// Whether a sandbox stands round the program.
    public var isSandboxed: Bool {
        switch self {
        case .flatpak, .snap, .sandbox: true
        default: false
        }
    }

    /// Whether an answer about the program may be remembered.
    public var canBeRemembered: Bool {
        switch self {
        case .terminal, .sandbox, .unknown: false
        default: true
        }
    }

    /// The path, for a program that is a file.
    public var path: String? {
        switch self {
        case .executable(let path), .script(let path): path
        default: nil
        }
    }
}

extension ProgramIdentity: LosslessStringConvertible {
    /// The stored spelling: `script:/home/alice/bin/nightly`, `cron`, `terminal`.
    public var description: String {
        switch self {
        case .executable(let path): "exe:\(path)"
        case .script(let path): "script:\(path)"
        case .flatpak(let id): "flatpak:\(id)"
        case .snap(let name): "snap:\(name)"
        case .unit(let name): "unit:\(name)"
        case .cron: "cron"
        case .ssh: "ssh"
        case .terminal: "terminal"
        case .sandbox: "sandbox"
        case .unknown: "unknown"
        case .any: "any"
        }
    }

    /// Reads the stored spelling; `nil` for any other text.
    public init?(_ text: String) {
        let words: [String: ProgramIdentity] = [
            "cron": .cron, "ssh": .ssh, "terminal": .terminal, "sandbox": .sandbox, "unknown": .unknown, "any": .any,
        ]
        if let known = words[text] {
            self = known
            return
        }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let rest = String(text[text.index(after: colon)...])
        guard !rest.isEmpty else { return nil }
        switch text[..<colon] {
        case "exe" where rest.hasPrefix("/"): self = .executable(rest)
        case "script" where rest.hasPrefix("/"): self = .script(rest)
        case "flatpak": self = .flatpak(rest)
        case "snap": self = .snap(rest)
        case "unit": self = .unit(rest)
        default: return nil
        }
    }

    /// How a question and a message name the program, and what a person writes for it after `grant`, before any quoting for
    /// a shell: the path of a file, else the stored spelling.
    public var shown: String {
        path ?? description
    }
}
