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

    /// What ends a command, with the command that deletes the last.
    var error: BrokerError { told(", and nothing was changed") }

    /// The same for who only looks.
    var conflict: BrokerError { told("") }

    private func told(_ outcome: String) -> BrokerError {
        let count = records.count == 2 ? "twice" : "\(records.count) times"
        let places = records.map(\.location).joined(separator: " and in ")
        let deletion = records.last?.deletion
        return BrokerError(
            .notConfigured,
            "\(what) is kept \(count)\(outcome): in \(places)"
                + (deletion == nil ? "" : "; only one can stay, and the next step deletes the last"),
            nextStep: deletion)
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
