import AccountModel
import SecretBytes

/// Understands the records of a bundle.
struct BundleContents {
    private(set) var work: [(ImportWork, ImportItem)] = []
    private(set) var remarks: [ImportRemark] = []

    init(_ bundle: OpenedBundle) {
        for schema in [RecordSchema.app, .account, .grant] {
            for record in bundle.records where record.record.schema == schema { add(record) }
        }
        guard bundle.unknown > 0 else { return }
        let words = bundle.unknown == 1 ? "a thing of a kind" : "\(bundle.unknown) things of kinds"
        remarks.append(ImportRemark("\(words) that only a later release of acctstore knows", isLoss: true))
    }

    private mutating func add(_ new: NewRecord) {
        let stored = StoredRecord(reference: StoredRecord.Reference("bundle"), record: new.record, place: "the bundle")
        do throws(BrokerError) {
            switch new.record.schema {
            case .app: try addApp(stored, new.secret)
            case .account: try addAccount(stored, new.secret)
            case .grant: try addGrant(stored)
            // The default and the count are each machine's own.
            case .settings: return
            }
        } catch {
            remarks.append(ImportRemark(error.message, isLoss: true))
        }
    }

    private static func incomplete(_ stored: StoredRecord) -> BrokerError {
        BrokerError(
            .inputRefused, "“\(OneLine.visible(stored.record.label))” lacks what a record of its kind must have")
    }

    private mutating func addApp(_ stored: StoredRecord, _ secret: SharedSecret) throws(BrokerError) {
        guard let app = StoredApp(stored) else { throw BundleContents.incomplete(stored) }
        try AppBook.checkName(app.name)
        let credential = try AppCredential(secret, of: app.secretName)
        let shown = App(
            service: app.service, name: app.name, consumerKey: credential.consumerKey,
            logInProtocol: credential.logInProtocol, callback: credential.callback)
        work.append((.app(app.name, app.service, credential), ImportItem(.app(shown))))
    }

    private mutating func addAccount(_ stored: StoredRecord, _ secret: SharedSecret) throws(BrokerError) {
        guard let account = StoredAccount(stored) else { throw BundleContents.incomplete(stored) }
        let credential = try AccountCredential(secret, of: account.secretName)
        let kind = ImportItem.Kind.account(
            service: account.identity.service, app: account.identity.app, username: account.account.username,
            userID: account.identity.knownUserID)
        work.append((.account(account.account, account.identity, credential), ImportItem(kind)))
    }

    private mutating func addGrant(_ stored: StoredRecord) throws(BrokerError) {
        guard let grant = StoredGrant(stored)?.grant else { throw BundleContents.incomplete(stored) }
        var account: String?
        if case .account(let id) = grant.scope {
            let named = work.lazy.compactMap { work, _ -> Account? in
                if case .account(let account, _, _) = work, account.id == id { account } else { nil }
            }.first
            guard let named else {
                throw BrokerError(
                    .inputRefused, "a grant for \(grant.program.onOneLine) is for an account that is not in the bundle")
            }
            account = named.handle
        }
        let kind = ImportItem.Kind.grant(
            program: grant.program, service: grant.service, account: account, grant.decision, grant.permissions)
        work.append((.grant(grant), ImportItem(kind)))
    }
}
