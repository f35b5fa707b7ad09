import AccountModel

/// Where the person can be asked from here.
struct TerminalCheck: Check {
    let environment: Environment
    let terminal: any Terminal

    func findings() async -> [Finding] {
        let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0] != nil }
        let display = hasDisplay ? "a display" : "no display"
        guard terminal.descriptor != nil else {
            let words = "no terminal, \(display)"
            return [hasDisplay ? .ok("terminal", words) : .note("terminal", "\(words): nobody can be asked from here")]
        }
        let place = terminal.isInForeground ? "in its foreground" : "in its background, where nothing can be read"
        return [.ok("terminal", "a terminal, \(place), \(display)")]
    }
}
