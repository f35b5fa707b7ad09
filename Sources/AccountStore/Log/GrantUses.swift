import AccountModel
import FoundationEssentials

/// Which grants were used when: those that decide about a way to use an account have the last use of that way.
struct GrantUses {
    private let grants: [Grant]
    private var lastUses: [Grant: Date] = [:]

    /// - Parameters:
    ///   - uses: the last of each way.
    ///   - grants: that have not ended.
    init(_ uses: [AccessUse], of grants: [Grant], at now: Date) {
        self.grants = grants
        for (program, uses) in Dictionary(grouping: uses, by: \.way.program) {
            // The person needs no grant.
            guard program != .terminal else { continue }
            let policy = AccessPolicy(grants, for: program, at: now)
            for use in uses {
                for grant in policy.deciding(on: use.way) { note(use.time, for: grant) }
            }
        }
    }

    /// The grants, each with its last use.
    var dated: [Grant] {
        grants.map { grant in
            var grant = grant
            grant.lastUsed = lastUses[grant]
            return grant
        }
    }

    /// A denial is not used; what was used before a grant was given, was used by an earlier one.
    private mutating func note(_ time: Date, for grant: Grant) {
        guard grant.decision == .allow, time >= grant.created else { return }
        lastUses[grant] = max(time, lastUses[grant] ?? time)
    }
}

extension AccessPolicy {
    fileprivate func deciding(on way: AccessUse.Way) -> [Grant] {
        guard let account = way.account else { return deciding(on: way.permission, of: way.service) }
        return deciding(on: way.permission, for: account, of: way.service)
    }
}
