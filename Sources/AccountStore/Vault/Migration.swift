import AccountModel
import SecretBytes

/// Copies every record of one keychain to the other, and deletes them where they were once the other is in use.
///
/// Each step can be broken off and begun again: what the target has already, every bit the same, is not copied again.
struct Migration: Sendable {
    let parts: StoreParts
    let target: KeychainKind

    /// Secrets that are in memory at once: each takes locked pages.
    private static let portion = 64

    private var source: KeychainKind { target.other }

    func run() async throws(BrokerError) -> MigrationReport {
        try await changing { (old, new, records, existing) throws(BrokerError) in
            // Two of one would be two in a vault, where no program deletes one of them.
            if let twice = RecordLook(records).conflicts(among: records).first { throw twice }
            let isLater = try isTargetInUse && !existing.isEmpty
            let copied = try await missing(records, of: old, among: existing, of: new)
            try await copy(copied, from: old, to: new)
            if !copied.isEmpty {
                let after = try await compare(records, of: old, with: try await all(of: new), of: new)
                guard after.missing.isEmpty else {
                    throw BrokerError(
                        .failed,
                        "“\(after.missing[0].shownLabel)” came back from \(target.words) other than it was written; "
                            + "nothing was deleted")
                }
            }
            let renewed = isLater ? 0 : try await noteCopied(records, of: old)
            return MigrationReport(
                source: await old.glance(at: []).status, target: await new.glance(at: []).status,
                accounts: records.count { $0.record.schema == .account }, records: records.count,
                copied: copied.count, renewed: renewed, choice: choosing(target))
        }
    }

    /// Deletes what the keychain in use has too; the number of records. Nothing is deleted where one is missing there.
    ///
    /// Throws `notConfigured` while the configuration names the keychain that would be emptied.
    func removeSource() async throws(BrokerError) -> Int {
        try checkTargetInUse()
        return try await changing { (old, new, records, existing) throws(BrokerError) in
            try checkTargetInUse()
            if let record = try await missing(records, of: old, among: existing, of: new).first {
                throw BrokerError(
                    .notConfigured,
                    "\(target.words) has not “\(record.shownLabel)” as \(source.words) has; nothing was deleted",
                    nextStep: command)
            }
            for record in records {
                try await inStoreTerms { () async throws(KeychainError) in try await old.delete(record.reference) }
            }
            return records.count
        }
    }

    private var command: String {
        NextCommand.migrating(to: target)
    }

    private var isTargetInUse: Bool {
        get throws(BrokerError) { try parts.kindInUse() == target }
    }

    private func checkTargetInUse() throws(BrokerError) {
        if try isTargetInUse { return }
        throw BrokerError(
            .notConfigured, "\(source.words) is still in use; nothing was deleted",
            nextStep: "\(choosing(target))\n\(command)")
    }

    private func choosing(_ kind: KeychainKind) -> String {
        parts.keychains?.choosing(kind) ?? kind.choosing
    }

    private func emptying(_ keychain: any Keychain, _ kind: KeychainKind) -> String {
        keychain.emptying ?? "Delete the items of acctstore in \(kind.words)."
    }

    private typealias Change<Result> =
        @Sendable (
            _ old: any Keychain, _ new: any Keychain, _ records: [StoredRecord], _ existing: [StoredRecord]
        ) async throws(BrokerError) -> Result

    /// Under the lock, which is the same for both, with both of them open, and with the same one in use all along. Nobody is
    /// asked under it.
    private func changing<Result: Sendable>(_ change: @escaping Change<Result>) async throws(BrokerError) -> Result {
        let other = try parts.keychain(try isTargetInUse ? source : target)
        return try await other.keptOpen { () async throws(BrokerError) in
            while true {
                try await inStoreTerms { () async throws(KeychainError) in try await other.unlock() }
                let result: Result? = try await parts.keychain.changing { () async throws(BrokerError) in
                    let (old, new) = (try parts.keychain(source), try parts.keychain(target))
                    // Told to close while the lock was waited for.
                    if try await isLocked(old) { return nil }
                    if try await isLocked(new) { return nil }
                    return try await change(old, new, try await all(of: old), try await all(of: new))
                }
                if let result { return result }
            }
        }
    }

    private func isLocked(_ keychain: any Keychain) async throws(BrokerError) -> Bool {
        try await inStoreTerms { () async throws(KeychainError) in try await keychain.isLocked() }
    }

    private func all(of keychain: any Keychain) async throws(BrokerError) -> [StoredRecord] {
        try await inStoreTerms { () async throws(KeychainError) in
            try await keychain.records(Set(RecordSchema.allCases))
        }
    }

    private func copy(
        _ records: [StoredRecord], from old: any Keychain, to new: any Keychain
    ) async throws(BrokerError) {
        for portion in portions(of: records) {
            try await inStoreTerms { () async throws(KeychainError) in
                let secrets = try await old.secrets(of: portion.map(\.reference))
                try await new.create(
                    zip(portion, secrets).map { stored, secret in NewRecord(stored.migrated, secret: secret) })
            }
        }
    }

    /// Those that are to be copied.
    ///
    /// A keychain that is in use and has records gets none: what it has not may have been removed there. It is enough that
    /// it has every account and app, and was copied from what the source still holds: then its state is a later one.
    ///
    /// Throws `notConfigured` where the records cannot be put beside those that the target has, and where those of the source
    /// may be later ones.
    private func missing(
        _ records: [StoredRecord], of old: any Keychain, among existing: [StoredRecord], of new: any Keychain
    ) async throws(BrokerError) -> [StoredRecord] {
        if records.isEmpty { return [] }
        if try isTargetInUse, !existing.isEmpty {
            let kept = existing.reduce(into: Set()) { $0.formUnion($1.names) }
            guard let lost = records.first(where: { !$0.names.isEmpty && kept.isDisjoint(with: $0.names) }) else {
                try await checkIsLater(existing, of: new, than: records, of: old)
                return []
            }
            let making = await making(lost, of: old)
            throw BrokerError(
                .notConfigured,
                "\(target.words), which is in use, has not “\(lost.shownLabel)” of \(source.words); nothing was copied, and "
                    + "nothing deleted; have it made there, or, to go on without it, \(source.removal)",
                nextStep: [making, emptying(old, source)].compactMap(\.self).joined(separator: "\n"))
        }
        let comparison = try await compare(records, of: old, with: existing, of: new)
        guard !comparison.missing.isEmpty, let foreign = comparison.foreign else { return comparison.missing }
        throw BrokerError(
            .notConfigured,
            "\(target.words) has records that \(source.words) has not, such as “\(foreign.shownLabel)”; "
                + "nothing was copied; to copy all the same, \(target.removal) before that",
            nextStep: "\(emptying(new, target))\n\(command)")
    }

    /// The command that makes anew what is missing.
    private func making(_ lost: StoredRecord, of old: any Keychain) async -> String? {
        // What an app is for stands in its secret; an account's says nothing of the kind.
        let secret = lost.record.schema == .app ? try? await old.secrets(of: [lost.reference]).first : nil
        let service = lost.record.attributes[Attribute.service].flatMap(Service.init)
        return lost.making(by: secret, at: service.flatMap { try? parts.describe($0) })
    }

    private func checkIsLater(
        _ existing: [StoredRecord], of new: any Keychain, than records: [StoredRecord], of old: any Keychain
    ) async throws(BrokerError) {
        if let copied = parts.keychains?.copiedState(of: source), copied == (try await state(records, of: old)).digest {
            return
        }
        let comparison = try await compare(records, of: old, with: existing, of: new)
        guard let other = comparison.missing.first ?? comparison.foreign else { return }
        throw BrokerError(
            .notConfigured,
            "“\(other.shownLabel)” is not the same in \(target.words), which is in use, and in \(source.words), which was changed "
                + "after it was copied; nothing was copied, and nothing deleted; to copy anew, put that to use again, "
                + "\(target.removal), and copy",
            nextStep: "\(choosing(source))\n\(emptying(new, target))\n\(command)")
    }

    /// The number of accounts whose tokens are renewed.
    private func noteCopied(_ records: [StoredRecord], of old: any Keychain) async throws(BrokerError) -> Int {
        let state = try await state(records, of: old)
        try await inStoreTerms { () async throws(KeychainError) in
            try parts.keychains?.noteCopied(state.digest, of: source)
        }
        return state.renewed
    }

    private func state(
        _ records: [StoredRecord], of keychain: any Keychain
    ) async throws(BrokerError) -> (digest: String, renewed: Int) {
        var state = CopiedState()
        var renewed = 0
        for portion in portions(of: records) {
            let secrets = try await inStoreTerms { () async throws(KeychainError) in
                try await keychain.secrets(of: portion.map(\.reference))
            }
            for (stored, secret) in zip(portion, secrets) {
                try state.add(stored.migrated, secret: secret)
                if stored.record.schema == .account, stored.isRenewed(by: secret) { renewed += 1 }
            }
        }
        return (try state.digest, renewed)
    }

    private struct Comparison {
        /// Those that the other keychain has not, or has otherwise.
        var missing: [StoredRecord] = []
        /// One that only the other keychain has.
        var foreign: StoredRecord?
    }

    private func compare(
        _ records: [StoredRecord], of old: any Keychain, with others: [StoredRecord], of new: any Keychain
    ) async throws(BrokerError) -> Comparison {
        var left = Dictionary(grouping: others) { $0.migrated }
        var comparison = Comparison()
        for portion in portions(of: records) {
            let pairs = portion.map { ($0, left[$0.migrated]?.popLast()) }
            let known = pairs.compactMap { stored, other in other.map { (stored, $0) } }
            comparison.missing += pairs.filter { $0.1 == nil }.map(\.0)
            let (mine, theirs) = try await inStoreTerms { () async throws(KeychainError) in
                (
                    try await old.secrets(of: known.map(\.0.reference)),
                    try await new.secrets(of: known.map(\.1.reference))
                )
            }
            for (place, pair) in known.enumerated() where !mine[place].isSame(as: theirs[place]) {
                comparison.missing.append(pair.0)
                comparison.foreign = pair.1
            }
        }
        if let foreign = left.values.joined().first { comparison.foreign = foreign }
        return comparison
    }

    private func portions(of records: [StoredRecord]) -> [[StoredRecord]] {
        stride(from: 0, to: records.count, by: Migration.portion).map { start in
            Array(records[start..<min(start + Migration.portion, records.count)])
        }
    }
}
