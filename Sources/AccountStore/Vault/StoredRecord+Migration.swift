import AccountModel
import SecretBytes

/// What a migration asks of a record.
extension StoredRecord {
    /// By each of these a later state of it is known, or what a new log-in to the account made; none for what the keychain in
    /// use decides alone: grants and settings.
    var names: Set<[String]> {
        let (service, app) = (record.attributes[Attribute.service] ?? "", record.attributes[Attribute.app] ?? "")
        switch record.schema {
        case .account:
            return [
                ["id", record.attributes[Attribute.id] ?? ""],
                ["account", service, app, record.attributes[Attribute.userID] ?? ""],
            ]
        case .app: return [["app", service, app]]
        case .grant, .settings: return []
        }
    }

    /// Whether a token is fetched anew with what is in the secret. What cannot be read is copied as it is.
    func isRenewed(by secret: SharedSecret) -> Bool {
        let name = RecordName(description: "the secret of an account", place: location)
        return (try? AccountCredential(secret, of: name))?.canBeRenewed == true
    }

    /// Its label, which any program of the person may have set.
    var shownLabel: String { OneLine.visible(record.label) }

    /// The command that makes an account or app anew; `nil` for what says too little.
    ///
    /// - Parameters:
    ///   - secret: an app's, where that could be read.
    ///   - description: of its service, where there is one.
    func making(by secret: SharedSecret?, at description: ServiceDescription?) -> String? {
        if let account = StoredAccount(self) {
            return NextCommand.logIn(
                at: account.identity.service, app: account.identity.app, user: account.account.username)
        }
        guard let app = StoredApp(self) else { return nil }
        let credential = secret.flatMap { try? AppCredential($0, of: app.secretName) }
        return NextCommand.setApp(
            app.name, of: app.service, speaking: credential?.logInProtocol ?? .oauth1,
            isPublic: credential.map { $0.consumerSecret == nil } ?? false,
            hasPrivateKey: description?.signsWithPrivateKey ?? false)
    }

    /// What of it is ours: some keyrings add attributes of their own, whose names are spelt as ours never are.
    var migrated: Record {
        var record = record
        record.attributes = record.attributes.filter { name, _ in
            name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
        }
        return record
    }
}
