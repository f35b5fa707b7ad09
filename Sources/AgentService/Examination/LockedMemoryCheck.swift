internal import AccountModel
internal import Glibc

/// How much memory the agent may keep out of swap, where it holds secrets.
struct LockedMemoryCheck: SurroundingsCheck {
    /// Bytes; `nil` where there is no limit.
    var limit: UInt? = LockedMemoryCheck.ownLimit()

    /// Sixteen pages: what some requests at once need.
    private static let enough: UInt = 64 << 10

    func findings() async -> [Finding] {
        guard let limit else { return [.ok("memory", "secrets are kept out of swap, without a limit")] }
        let words = "up to \(limit >> 10) KiB of secrets are kept out of swap"
        if limit >= LockedMemoryCheck.enough { return [.ok("memory", words)] }
        return [
            .note(
                "memory", "\(words); what is more works, and may reach it",
                next: "Raise RLIMIT_MEMLOCK to \(LockedMemoryCheck.enough >> 10) KiB: memlock in limits.conf(5), or "
                    + "LimitMEMLOCK= of a unit.")
        ]
    }

    private static func ownLimit() -> UInt? {
        var limits = rlimit()
        // SAFETY: the call fills the one structure that it is given.
        guard unsafe getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limits) == 0 else { return nil }
        return limits.rlim_cur == rlim_t.max ? nil : UInt(limits.rlim_cur)
    }
}
