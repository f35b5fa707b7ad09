import AccountModel

/// The one record of what holds for all accounts together.
struct StoredSettings: Sendable {
    /// `nil` before the first write.
    var stored: StoredRecord?
    var defaultID: AccountID?
    /// The least number that may be given next: all below it were given once.
    var nextNumber: Int
    /// A second record, which nobody should have made.
    private let surplus: StoredRecord?

    init(_ records: [StoredRecord]) {
        let sorted = records.sorted { $0.reference.description < $1.reference.description }
        stored = sorted.first
        surplus = sorted.dropFirst().first
        defaultID = sorted.lazy.compactMap { $0.record.attributes.value(Attribute.default) }.first
            .flatMap(AccountID.init)
        nextNumber = sorted.compactMap { StoredSettings.count(in: $0.record.attributes) }.max() ?? 1
    }

    private static func count(in attributes: [String: String]) -> Int? {
        attributes.value(Attribute.nextNumber).flatMap { Int($0) }
            .flatMap { 1...(StoredAccount.greatestNumber + 1) ~= $0 ? $0 : nil }
    }

    /// Throws where there are two records: which of them to change would be a guess.
    func checkSingle() throws(BrokerError) {
        if let double { throw double.error }
    }

    /// `nil` where there are no two records.
    var double: KeptTwice? {
        guard let stored, let surplus else { return nil }
        return KeptTwice("the record of acctstore's settings", [stored, surplus])
    }

    var record: Record {
        var attributes = stored?.attributes ?? [:]
        attributes[Attribute.default] = defaultID?.description
        attributes[Attribute.nextNumber] = String(nextNumber)
        return Record(schema: .settings, attributes: attributes, label: "acctstore settings")
    }

    static let secretName = "the secret of acctstore's settings"
}
