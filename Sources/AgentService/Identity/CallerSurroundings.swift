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

    init(of caller: ProcessFacts, _ program: ProgramIdentity, seenBy processes: any ProcessTable) {
        self.caller = caller
        self.processes = processes
        environment = processes.environment(of: program.isSandboxed ? nil : caller)
    }

    var display: AskingPlace.Display? {
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment[$0]?.isEmpty == false }) else { return nil }
        return AskingPlace.Display(
            variables: environment.filter { CallerSurroundings.leadingToDisplay.contains($0.key) })
    }

    var terminal: AskingPlace.OwnTerminal? {
        guard let descriptor = processes.openTerminal(of: caller) else { return nil }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        return AskingPlace.OwnTerminal(descriptor: descriptor, type: environment["TERM"], locale: locale)
    }
}
