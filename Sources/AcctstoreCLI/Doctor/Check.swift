import AccountModel

/// One look at a part of the machine, as this program sees it. It changes nothing, and ends within a few seconds.
protocol Check: Sendable {
    func findings() async -> [Finding]
}
