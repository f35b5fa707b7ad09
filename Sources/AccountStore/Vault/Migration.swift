import AccountModel
import SecretBytes

/// Copies every record of the keychain in use to the other one, and deletes them where they were.
///
/// Each step can be broken off and begun again: what the target has already, every bit the same, is not copied again.
struct Migration: Sendable {
    let parts: StoreParts
    let target: KeychainKind

    /// Secrets that are in memory at once: each takes locked pages.
    private static let portion = 64

    private var source: KeychainKind { target.other }

    func run() async throws(BrokerError) -> MigrationReport {
        let (old, new) = (try parts.keychain(source), try parts.keychain(target))
        return try await changing(old, new) { (records, existing) throws(BrokerError) in
            let comparison = try await compare(records, of: old, with: existing, of: new)
            if !comparison.missing.isEmpty, let foreign = comparison.foreign {
                throw BrokerError(
                    .notConfigured,
                    "\(target.words) has records that \(source.words) has not, such as “\(foreign.record.label)”; "
                        + "nothing was copied",
                    nextStep: new.passphrase.map { "Move \($0.path) away, and run this again." }
                        ?? "Delete the items of acctstore there, and run this again.")
            }
            try await copy(comparison.missing, from: old, to: new)
            let after = try await compare(
                records, of: old, with: try await all(of: new), of: new)
            guard after.missing.isEmpty else {
                throw BrokerError(
                    .failed,
                    "“\(after.missing[0].record.label)” came back from \(target.words) other than it was written; "
                        + "nothing was deleted")
            }
            return MigrationReport(
                source: await old.glance(at: []).status, target: await new.glance(at: []).status,
                accounts: records.count { $0.record.schema == .account }, records: records.count,
                copied: comparison.missing.count, configuration: parts.keychains?.configuration)
        }
    }

    /// Deletes what both have; the number of records. Nothing is deleted where one differs.
    func removeSource() async throws(BrokerError) -> Int {
        let (old, new) = (try parts.keychain(source), try parts.keychain(target))
        return try await changing(old, new) { (records, existing) throws(BrokerError) in
            let comparison = try await compare(records, of: old, with: existing, of: new)
            guard comparison.missing.isEmpty else {
                throw BrokerError(
                    .notConfigured,
                    "\(target.words) has not “\(comparison.missing[0].record.label)” as \(source.words) has; "
                        + "nothing was deleted",
                    nextStep: target == .vault
                        ? "acctstore migrate --to vault" : "acctstore migrate --to secret-service")
            }
            for record in records {
                try await inStoreTerms { () async throws(KeychainError) in try await old.delete(record.reference) }
            }
            return records.count
        }
    }

    /// Under the lock, which is the same for both, with both of them open.
    private func changing<Result: Sendable>(
        _ old: any Keychain, _ new: any Keychain,
        _ change: @escaping @Sendable ([StoredRecord], [StoredRecord]) async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        try await old.changing { () async throws(BrokerError) in
            try await inStoreTerms { () async throws(KeychainError) in try await new.unlock() }
            return try await change(try await all(of: old), try await all(of: new))
        }
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

extension StoredRecord {
    /// What of it is ours: some keyrings add attributes of their own, whose names are spelt as ours never are.
    var migrated: Record {
        var record = record
        record.attributes = record.attributes.filter { name, _ in
            name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
        }
        return record
    }
}
