/// Sends a request as somebody: all that a client of a service needs.
public protocol RequestPerforming: Sendable {
    /// Signs and sends a request and gives the answer; a redirect is an answer.
    ///
    /// `body` replaces the form body; parameters then go to the query. A request that writes is never sent twice.
    ///
    /// Throws `accessDenied`, `noSuchAccount`, `urlNotAllowed`, `invalidArgument`, `notConfigured` for an app that is
    /// not kept, `unavailable` where nothing was sent, `outcomeUnknown` where a write may or may not have been done,
    /// `tryLater`, and the keychain's troubles.
    func perform(
        _ request: UnsignedRequest, body: Body?, as sender: RequestSender
    ) async throws(BrokerError) -> Response
}

/// The one way to accounts: for the command line, for other programs, over D-Bus or in the process.
///
/// An instance speaks for one caller. Who that is, and whether and where the person may be asked, is settled when the
/// instance is made. Every operation throws `locked`, `cancelled` and `unavailable` for a keychain that does not open,
/// was dismissed or cannot be reached: these are never mixed up with an account that is absent.
public protocol Broker: RequestPerforming {
    // MARK: For any program

    /// The accounts that the caller has a grant for, by number; an empty list without one.
    func accounts(of service: Service?) async throws(BrokerError) -> [Account]

    /// The account that is meant, picked over all accounts; then the permission is looked at, and the person asked
    /// where that can be done.
    ///
    /// Without a selector: the default, else the only account. `service` narrows the choice. With no permissions,
    /// nothing is asked and only accounts that the caller may see are found; of any other that it names, a program is
    /// told `accessDenied`, whether or not there is one.
    func select(
        _ selector: AccountSelector?, of service: Service?, for permissions: Permissions
    ) async throws(BrokerError) -> Account

    /// Asks for the use of an account (or, with `.service`, of all accounts of a service); `false` is a denial.
    func requestAccess(to target: GrantTarget, of service: Service, for permissions: Permissions)
        async throws(BrokerError) -> Bool

    /// A signed request. Throws as `perform` does, and `notSignable` where the header would be the secret itself.
    func sign(_ request: UnsignedRequest, as account: AccountID) async throws(BrokerError) -> SignedRequest

    /// Selects an account, as ``select(_:of:for:)`` does for what the method needs, and signs as it, in one go.
    func sign(
        _ request: UnsignedRequest, asSelected selector: AccountSelector?, of service: Service?
    ) async throws(BrokerError) -> SelectedSignature

    /// The credential itself, for a program that may have it (``Permissions/reveal``): a file in memory, sealed and read
    /// from its first byte, with one form (`application/x-www-form-urlencoded`) of `oauth_token`, `oauth_token_secret`,
    /// `consumer_key`, `consumer_secret` (the private key as PEM for the RSA methods), `signature_method`, `service`,
    /// and where they are known `user_id` and `screen_name`. After a log-in by OAuth 2.0 `access_token`, `token_type`, and
    /// where they are known `scope` and `expires` stand in place of the first five.
    ///
    /// At a terminal the person is asked at each call. Throws `accessDenied`, `noSuchAccount`, and the keychain's
    /// troubles.
    ///
    /// - Parameters:
    ///   - account: whose credential it is.
    ///   - command: at a terminal, the command that it is handed to, for the question; `nil` where it is printed. Of any
    ///     other program it is not heeded: that program is the one that gets it.
    func credential(of account: AccountID, for command: String?) async throws(BrokerError) -> Descriptor

    /// How to speak to a service. Throws `notConfigured` for one that nothing describes.
    func profile(of service: Service) async throws(BrokerError) -> ServiceProfile

    /// The same, with the limits for a post that the server itself names: it is asked where its description says so, which
    /// takes some seconds at most, and not again for a day. Where it does not answer, those of the description.
    func postingProfile(of service: Service) async throws(BrokerError) -> ServiceProfile

    /// Tells the store that a service said the account's credential is no longer valid, so that `list` can show it. Of an
    /// account that has something to fetch a new token with it is a hint, which does what ``renew(_:)`` does.
    func noteRejectedCredential(of account: AccountID) async throws(BrokerError)

    /// Fetches a new token for an account that has something to fetch it with (RFC 6749, section 6), whether or not the old
    /// one has ended; of any other account the service is asked whether its token is still good. It takes any permission for
    /// the account.
    ///
    /// For anybody but the person at a terminal, a token that is seconds old counts as renewed, and a service that refused to
    /// renew it, or did not answer seconds ago, is not asked again.
    ///
    /// That a service says no, or cannot be reached, is an answer. Throws `accessDenied`, `noSuchAccount`, and the
    /// keychain's troubles.
    func renew(_ account: AccountID) async throws(BrokerError) -> Renewal

    /// Keeps what a service said about who an account is: the way to a real identity for one that was not known at the
    /// log-in. The account needs no log-in after that. It takes the permission to read.
    ///
    /// `merging` says that an account that is the same person already may take the log-in over.
    ///
    /// Throws `serviceRefused` where the service names another person than the account is known to be.
    func learn(
        _ person: VerifiedPerson, of account: AccountID, merging: Bool
    ) async throws(BrokerError) -> VerificationOutcome

    /// Drops every copy of a secret that is kept for the next request, which then reads the keychain again. Any program
    /// may do that.
    ///
    /// With `keyring` the keychain itself is locked too, for all programs: one of the person's commands.
    func lock(keyring: Bool) async throws(BrokerError)

    /// Opens the keychain, which asks the person by its own means. Throws `locked` where nobody can answer, `cancelled`
    /// where the question was dismissed. Nothing happens where it is open.
    ///
    /// - Parameter passphrase: where the passphrase of a vault is read from, once, where it is locked; nil has the agent ask
    ///   the person, by a dialog. A keyring that asks by its own means is given none.
    func unlock(passphrase: Descriptor?) async throws(BrokerError)

    // MARK: The vault

    /// Whether a keychain is there and open, without a look at what is in it; nil means the one in use. Nothing is unlocked,
    /// nobody asked. Of a keyring its kind alone is told: state `unknown`.
    func keychain(_ kind: KeychainKind?) async throws(BrokerError) -> KeychainStatus

    /// Opens the vault, be it in use or not. Throws as ``unlock(passphrase:)`` does.
    func openVault(passphrase: Descriptor?) async throws(BrokerError)

    /// Reads a passphrase for one of the calls below. With `checked` it must be the one of the vault: else `locked`.
    func holdPassphrase(_ input: Descriptor, checked: Bool) async throws(BrokerError) -> PassphraseHandle

    /// Makes the vault, which is open then. Throws `inputRefused` for a passphrase that is empty or not the same twice,
    /// `failed` where there is a vault: one of the person's commands.
    func makeVault(_ passphrase: NewPassphrase) async throws(BrokerError)

    /// Gives the vault another passphrase; nil has the agent ask for the old one. Throws `locked` where that is another,
    /// and as ``makeVault(_:)``: one of the person's commands.
    func changePassphrase(from old: PassphraseHandle?, to new: NewPassphrase) async throws(BrokerError)

    /// Copies all that is kept to the other keychain, reads it back and compares. Nothing is deleted, and what was copied
    /// before is not copied again: one of the person's commands.
    ///
    /// Throws `notConfigured` where the other has records already that this one has not. Where the other is in use and has
    /// records, it is only looked whether it has every account and app.
    func migrate(to target: KeychainKind) async throws(BrokerError) -> MigrationReport

    /// Deletes from a keychain what the other has too, which must be in use; the number of records. Throws `notConfigured`
    /// while it is not, and where it lacks an account or app, and deletes nothing then: one of the person's commands.
    func removeMigrated(from source: KeychainKind) async throws(BrokerError) -> Int

    // MARK: Import and export

    /// Reads a file that accounts are to be taken over from, and tells what is in it: one of the person's commands. Nothing
    /// is stored.
    ///
    /// Throws `inputRefused` for a file that is not what its program writes, `fileError` and `notConfigured` for one that is
    /// no bundle, or one of a later release.
    func beginImport(_ request: ImportRequest) async throws(BrokerError) -> ImportStep

    /// Opens a bundle; nil has the agent ask for its passphrase. Throws `locked` for another one, and can then be called
    /// again.
    func openImport(_ handle: ImportHandle, passphrase: PassphraseHandle?) async throws(BrokerError) -> ImportListing

    /// Stores one thing of a listing. An account of another program is asked about at its service first; one that it refuses
    /// is not stored, which is `credentialRejected`.
    ///
    /// - Parameters:
    ///   - handle: the import.
    ///   - item: the place in the listing, from 0.
    ///   - replacing: whether what is kept already may be replaced.
    func storeImported(
        _ handle: ImportHandle, item: Int, replacing: Bool
    ) async throws(BrokerError) -> ImportOutcome

    /// Ends an import: what was stored is read back and compared; the number of things. Throws `failed` where one differs.
    func endImport(_ handle: ImportHandle) async throws(BrokerError) -> Int

    /// Throws what ``export(_:)`` would throw whatever the passphrase is, so that nobody thinks of one in vain; nothing for a
    /// caller about whom the person would have to be asked.
    ///
    /// - Parameters:
    ///   - accounts: those that are meant; none means all that there are.
    ///   - includesGrants: whether remembered answers are to go along.
    func checkExport(of accounts: [AccountSelector], includesGrants: Bool) async throws(BrokerError)

    /// Seals accounts with their apps under a passphrase: one of the person's commands.
    func export(_ request: ExportRequest) async throws(BrokerError) -> ExportedBundle

    // MARK: For the person's front ends

    /// One service, or every service that is described or that a file which came along would describe, by name.
    ///
    /// Throws `notConfigured` for a name that nothing describes. A description that cannot be understood is part of the
    /// answer.
    func services(_ service: Service?) async throws(BrokerError) -> [ServiceListing]

    /// What is kept, and which account would act. Nothing is unlocked, nobody asked; trouble is part of the answer.
    func overview(_ selector: AccountSelector?, of service: Service?) async throws(BrokerError) -> StoreOverview

    /// What the agent sees of its own surroundings, for a person who looks for a fault: configuration, descriptions of
    /// services, the vault's file, libraries. Nothing is unlocked, asked or changed, and the keychain is not spoken with.
    func findings() async throws(BrokerError) -> [Finding]

    /// Names to complete a command with, within a second. Nothing is unlocked, nobody asked; trouble makes them fewer.
    func names() async -> KnownNames

    /// A picture, such as that of an author: at most 5 MB of `image/…`, asked for unsigned.
    ///
    /// Throws `urlNotAllowed` for an address that is neither `https` nor on this machine, `serviceRefused` for anything but
    /// a picture, redirects too, and as ``RequestPerforming/perform(_:body:as:)`` does.
    func picture(at url: String) async throws(BrokerError) -> Response

    // MARK: The person's commands

    /// The apps that are kept, without their secrets.
    func apps() async throws(BrokerError) -> [App]
    /// Keeps an app; its secret is read from the descriptor, one final line end of a line dropped.
    ///
    /// The callback of an app that is there already stays where `app` has none.
    ///
    /// Throws `invalidArgument` for a secret of another kind than the app's protocol has, `inputRefused` for one that is
    /// none, such as a key that is not private.
    func setApp(_ app: App, secret: AppSecret) async throws(BrokerError)
    /// Keeps another callback with an app that is there; an empty one removes it.
    func setCallback(_ callback: String, ofApp name: String, of service: Service) async throws(BrokerError)
    /// Accounts stay as they logged in.
    func removeApp(_ name: String, of service: Service) async throws(BrokerError)

    /// The service that `add` means where none is named.
    func defaultService() async throws(BrokerError) -> Service
    /// Begins a log-in and tells its first step. Throws `invalidArgument`, `notConfigured`, `serviceRefused` and as
    /// ``RequestPerforming/perform(_:body:as:)`` does.
    func beginLogIn(_ request: LogInRequest) async throws(BrokerError) -> LogInStep
    /// Goes on with a log-in and tells its next step. Throws `cancelled` for one that is over, and as ``beginLogIn(_:)``
    /// does.
    func continueLogIn(_ handle: LogInHandle, with answer: LogInAnswer) async throws(BrokerError) -> LogInStep
    /// Forgets a log-in that was begun. Nothing happens where it ended already.
    func cancelLogIn(_ handle: LogInHandle) async

    /// One account with what `show` tells beyond `Account`.
    func details(of selector: AccountSelector) async throws(BrokerError) -> AccountDetails
    /// Changes what `set` can change, and tells the account as it is stored then.
    func update(_ selector: AccountSelector, with changes: AccountChanges) async throws(BrokerError) -> Account
    /// Removes an account and its grants. With `revoke` the token is made invalid at the service first.
    func remove(_ selector: AccountSelector, revoke: Bool, confirmed: Bool) async throws(BrokerError) -> RemovalOutcome

    /// Every grant, by program.
    func grants() async throws(BrokerError) -> [GrantListing]
    /// Remembers an answer and tells it as it is kept.
    func grant(_ request: GrantRequest) async throws(BrokerError) -> GrantListing
    /// Forgets answers; the number of those that there were.
    func revoke(_ program: ProgramIdentity, target: GrantTarget) async throws(BrokerError) -> Int

    /// What was written down of the uses of accounts. The keychain may be locked for it.
    ///
    /// Throws `fileError` for a log that cannot be read.
    func accessLog(_ query: AccessLogQuery) async throws(BrokerError) -> AccessLogExcerpt
}

extension Broker {
    /// Opens the keychain, by a dialog or by the keyring's own means.
    public func unlock() async throws(BrokerError) {
        try await unlock(passphrase: nil)
    }

    /// Keeps an app whose secret is one line.
    public func setApp(_ app: App, secret: Descriptor) async throws(BrokerError) {
        try await setApp(app, secret: .line(secret))
    }

    /// The credential for the program itself.
    public func credential(of account: AccountID) async throws(BrokerError) -> Descriptor {
        try await credential(of: account, for: nil)
    }

    public func postingProfile(of service: Service) async throws(BrokerError) -> ServiceProfile {
        try await profile(of: service)
    }

    public func sign(
        _ request: UnsignedRequest, asSelected selector: AccountSelector?, of service: Service?
    ) async throws(BrokerError) -> SelectedSignature {
        let account = try await select(selector, of: service, for: Permissions(method: request.method))
        return SelectedSignature(account: account, request: try await sign(request, as: account.id))
    }
}
