internal import AccountModel
internal import Prompters

/// The programs that can ask the person, for callers without a terminal that they pass on.
struct DialogCheck: SurroundingsCheck {
    /// The agent's.
    let environment: [String: String]

    func findings() async -> [Finding] {
        let programs = await InstalledDialog.all(environment: environment)
        let display = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0]?.isEmpty == false }
        let sees = display ? "the agent sees a display" : "the agent sees no display of its own"
        guard !programs.isEmpty else {
            return [
                .note(
                    "dialog", "no pinentry is installed: a program without a terminal cannot have you asked; \(sees)",
                    next: "Install pinentry-curses for terminals, pinentry-gtk2 or pinentry-qt for a desktop.")
            ]
        }
        let words = programs.map { "\($0.path) (\($0.flavor ?? "of no kind that it tells"))" }
        return [.ok("dialog", words.joined(separator: ", ") + "; \(sees)")]
    }
}
