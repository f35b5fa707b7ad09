/// What a no of the person's came to.
enum AccessDenial: Hashable, Sendable {
    /// It is kept until the person changes it.
    case remembered
    /// It is kept in memory alone, for so many seconds more.
    case held(seconds: Double)
    /// It was about this use; the next one is asked about again.
    case forThisUse

    /// What a no holds for that is kept in memory.
    enum Hold: String {
        case ofSession = "its session"
        case ofSandbox = "its sandbox"
        case ofAllCommands = "all such commands of the program"
    }

    /// What a message adds to tell for how long: `; the no holds for its session, for 47 minutes more`.
    func addition(_ hold: Hold) -> String {
        guard case .held(let seconds) = self else { return "" }
        let minutes = max(1, Int((seconds / 60).rounded(.up)))
        return "; the no holds for \(hold.rawValue), for \(minutes) \(minutes == 1 ? "minute" : "minutes") more"
    }
}
