import AccountModel
import FoundationEssentials

/// Writes remembered answers, and takes them back.
struct GrantBook: Sendable {
    let parts: StoreParts

    private var records: Records { Records(keychain: parts.keychain) }

    /// Remembers an answer in place of what was remembered of the same program, account and permissions before.
    @discardableResult
    func remember(_ grant: Grant) async throws(BrokerError) -> Grant {
        let kept = try await parts.keychain.changing { () async throws(BrokerError) in
            // The account may be gone since the person was asked about it.
            if case .account(let id) = grant.scope { _ = try await records.accounts().account(id) }
            var same: StoredGrant?
            for older in try await current() where older.grant.isAboutTheSame(as: grant) {
                if same == nil, older.grant.decision == grant.decision, older.grant.expires == grant.expires {
                    same = older
                } else {
                    try await withdraw(grant.permissions, from: older)
                }
            }
            return try await write(grant, over: same)
        }
        if grant.decision == .deny {
            forgetOnce(of: grant.program) { $0 == grant.scope && $1 == grant.service }
        }
        parts.announce(.access(grant.program, grant.service))
        return kept
    }

    /// Forgets the answers about a program that `isMeant` picks; gives the number of those that were remembered.
    func forget(
        of program: ProgramIdentity, where isMeant: @escaping @Sendable (Grant.Scope, Service) -> Bool
    ) async throws(BrokerError) -> Int {
        let gone = try await parts.keychain.changing { () async throws(BrokerError) in
            var gone: [Grant] = []
            for stored in try await current()
            where stored.grant.program == program
                && isMeant(stored.grant.scope, stored.grant.service)
            {
                try await remove(stored)
                gone.append(stored.grant)
            }
            return gone
        }
        forgetOnce(of: program, where: isMeant)
        for service in Set(gone.map(\.service)) { parts.announce(.access(program, service)) }
        return gone.count
    }

    /// The grants that have not ended; those that have are removed on the way.
    private func current() async throws(BrokerError) -> [StoredGrant] {
        let now = parts.clock.now()
        var current: [StoredGrant] = []
        for stored in try await records.grants() {
            guard stored.grant.hasEnded(at: now) else {
                current.append(stored)
                continue
            }
            do throws(BrokerError) {
                try await remove(stored)
            } catch {
                // One that a later release wrote is in nobody's way.
                guard error.code == .notConfigured else { throw error }
            }
        }
        return current
    }

    private func write(_ grant: Grant, over older: StoredGrant?) async throws(BrokerError) -> Grant {
        guard let older else {
            _ = try await records.create(Record(grant), secret: Records.plainSecret)
            return grant
        }
        var merged = grant
        merged.permissions.formUnion(older.grant.permissions)
        merged.created = older.grant.created
        try await update(older, to: merged)
        return merged
    }

    /// Takes permissions out of an older answer, which goes when none is left.
    private func withdraw(_ permissions: Permissions, from older: StoredGrant) async throws(BrokerError) {
        var rest = older.grant
        rest.permissions.subtract(permissions)
        if rest.permissions.isEmpty {
            try await remove(older)
        } else if rest != older.grant {
            try await update(older, to: rest)
        }
    }

    private func remove(_ grant: StoredGrant) async throws(BrokerError) {
        try await records.checkRemovable(grant.stored, grant.secretName)
        try await records.delete(grant.stored)
    }

    private func update(_ older: StoredGrant, to grant: Grant) async throws(BrokerError) {
        guard grant != older.grant else { return }
        try await records.checkVersion(of: older.stored, older.secretName)
        try await records.update(older.stored, to: Record(grant, over: older.stored.attributes))
    }

    private func forgetOnce(of program: ProgramIdentity, where isMeant: (Grant.Scope, Service) -> Bool) {
        parts.onceAnswers.removeAll { asking, scope, service in
            ProgramMatcher(asking).isMeant(by: program) && isMeant(scope, service)
        }
    }
}

extension Grant {
    fileprivate func isAboutTheSame(as other: Grant) -> Bool {
        program == other.program && service == other.service && scope == other.scope
    }
}
