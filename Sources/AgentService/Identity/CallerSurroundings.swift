import AccountModel
import AccountStore

/// What a caller that passed no terminal leads to a person with: its terminal, and the desktop that its environment
/// names.
///
/// Outside a sandbox the environment is the caller's claim, as its name is. A sandboxed caller has no say: the agent's own
/// environment counts.
struct CallerSurroundings {
    private static let leadingToDisplay = [
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP", "LANG", "LC_ALL",
        "LC_CTYPE", "LC_MESSAGES",
    ]

    private let caller: ProcessFacts
    private let processes: any ProcessTable
    private let environment: [String: String]
    /// What nearly every terminal obeys, for where the environment is not the terminal's own.
    private let commonType: String?

    init(
        of caller: ProcessFacts, _ program: ProgramIdentity, seenBy processes: any ProcessTable
    ) throws(NamingRefusal) {
        self.caller = caller
        self.processes = processes
        environment = try processes.environment(of: program.isSandboxed ? nil : caller)
        commonType = program.isSandboxed ? "vt100" : nil
    }

    var display: AskingPlace.Display? {
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment[$0]?.isEmpty == false }) else { return nil }
        return AskingPlace.Display(
            variables: environment.filter { CallerSurroundings.leadingToDisplay.contains($0.key) })
    }

    var terminal: AskingPlace.OwnTerminal? {
        get throws(NamingRefusal) {
            guard let descriptor = try processes.openTerminal(of: caller) else { return nil }
            let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
            return AskingPlace.OwnTerminal(
                descriptor: descriptor, type: environment["TERM"].flatMap { name($0, with: "+._-") } ?? commonType,
                locale: locale.flatMap { name($0, with: "+._-@") },
                isTaken: { [processes, caller] in
                    // The caller itself may have ended. Where neither can be seen, nobody is known to have taken it.
                    let seen = [caller.session, caller.pid].lazy.compactMap { try? processes.briefFacts(of: $0) }.first
                    return seen.map { $0.foregroundGroup != caller.group } ?? false
                })
        }
    }

    /// What can be the name of a terminal's type or of a locale: these are put into the lines of a dialog's protocol.
    private func name(_ value: String, with signs: String) -> String? {
        let isName = value.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: signs.utf8.contains(byte)
            }
        }
        return isName && (1...64).contains(value.utf8.count) ? value : nil
    }
}
