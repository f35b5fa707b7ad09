import TestRig

enum Key {
    static let enter = "\r"
    static let tab = "\t"
}

extension Terminal {
    enum Allowing: String {
        case always = "\r"
        case once = "\t\r"
    }

    /// Presses Allow in the dialog when it stands there, and then the button for how long.
    func allow(_ allowing: Allowing) async throws {
        try await waitFor("<Deny>")
        try type(Key.enter)
        try await waitFor("<Only this time>")
        try type(allowing.rawValue)
    }

    /// Presses Deny in the dialog when it stands there.
    func deny() async throws {
        try await waitFor("<Deny>")
        try type(Key.tab + Key.enter)
    }

    /// How many dialogs stood there so far, each step for itself.
    var dialogs: Int { screen.components(of: "\u{1B}[?1049h") }
}
