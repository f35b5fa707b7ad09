import AccountModel

/// What differs between two pictures of the records, for those whom it concerns.
///
/// Records are compared by what they say and not by where they lie: a keyring that was started again may have moved
/// them all.
struct RecordChanges {
    private let older: [RecordSchema: Set<[String: String]>]
    private let newer: [RecordSchema: Set<[String: String]>]

    init(from older: [StoredRecord], to newer: [StoredRecord]) {
        self.older = RecordChanges.attributes(of: older)
        self.newer = RecordChanges.attributes(of: newer)
    }

    /// In no order, each once.
    var all: Set<StoreChange> { accounts.union(access).union(presets) }

    private var accounts: Set<StoreChange> {
        Set(differing(.account).compactMap { $0.value(Attribute.service).flatMap(Service.init) }.map { .accounts($0) })
    }

    private var access: Set<StoreChange> {
        Set(
            differing(.grant).compactMap { attributes in
                guard let program = attributes.value(Attribute.program).flatMap(ProgramIdentity.init),
                    let service = attributes.value(Attribute.service).flatMap(Service.init)
                else { return nil }
                return .access(program, service)
            })
    }

    /// Another default changes what is told of the account that was it, and of the one that is.
    private var presets: Set<StoreChange> {
        let ids = presets(in: older).symmetricDifference(presets(in: newer))
        let accounts = (older[.account] ?? []).union(newer[.account] ?? [])
        return Set(
            accounts.filter { $0.value(Attribute.id).map(ids.contains) ?? false }
                .compactMap { $0.value(Attribute.service).flatMap(Service.init) }.map { .accounts($0) })
    }

    private func presets(in records: [RecordSchema: Set<[String: String]>]) -> Set<String> {
        Set((records[.settings] ?? []).compactMap { $0.value(Attribute.default) })
    }

    private func differing(_ schema: RecordSchema) -> Set<[String: String]> {
        (older[schema] ?? []).symmetricDifference(newer[schema] ?? [])
    }

    private static func attributes(of records: [StoredRecord]) -> [RecordSchema: Set<[String: String]>] {
        Dictionary(grouping: records, by: \.record.schema).mapValues { Set($0.map(\.attributes)) }
    }
}
