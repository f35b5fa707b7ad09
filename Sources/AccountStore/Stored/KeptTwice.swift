import AccountModel

/// Records that claim to be one and the same: which of them to go by would be a guess.
struct KeptTwice {
    let what: String
    /// All of them.
    let records: [StoredRecord]

    init(_ what: String, _ records: [StoredRecord]) {
        self.what = what
        self.records = records
    }

    /// What messages tell of them, with the command that deletes the last.
    var error: BrokerError {
        let places = records.map(\.location).joined(separator: " and in ")
        return BrokerError(
            .notConfigured, "\(what) is kept twice: in \(places); nothing was changed",
            nextStep: records.last?.deletion.map { "Delete the one that is not wanted, such as the last: \($0)" })
    }
}

extension StoredRecord {
    /// The command by which a person deletes it alone; `nil` for what is no item of the Secret Service, where nobody could
    /// have made a second one either.
    var deletion: String? {
        guard reference.description.hasPrefix("/org/freedesktop/secrets/") else { return nil }
        return
            "gdbus call --session --dest org.freedesktop.secrets --object-path \(ShellWord.quoted(reference.description)) "
            + "--method org.freedesktop.Secret.Item.Delete"
    }
}
