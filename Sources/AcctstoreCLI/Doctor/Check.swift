import AccountModel

/// One look at a part of the machine, as this program sees it. It changes nothing, and ends within a few seconds.
protocol Check: Sendable {
    func findings() async -> [Finding]
}

extension Finding {
    /// With this next step where there is none, or where it is the command that found it.
    func goingOn(with step: String) -> Finding {
        guard next == nil || next == "acctstore doctor" else { return self }
        var finding = self
        finding.next = step
        return finding
    }
}
