import AccountStore

/// What shows one question at a time: each terminal, and the one dialog that there may be over all programs.
struct Screens: Sendable {
    enum Screen: Hashable, Sendable {
        /// By its device number: two questions at once would share one answer.
        case terminal(UInt32)
        case dialog
    }

    let turns = Turns<Screen>()
}
