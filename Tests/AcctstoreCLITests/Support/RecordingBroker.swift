import AccountModel
import FoundationEssentials
import Glibc
import Synchronization

/// A broker that notes what it is asked for and answers as a test says. It holds a few accounts and no secret.
final class RecordingBroker: Broker {
    /// What a test says beforehand.
    struct Script: Sendable {
        var accounts: [Account] = []
        /// What every call throws.
        var error: BrokerError?
        /// What `select` throws where permissions are asked for.
        var refusal: BrokerError?
        /// What `select` throws where none is.
        var unseen: BrokerError?
        var apps: [App] = []
        var grants: [GrantListing] = []
        var log = AccessLogExcerpt(records: [])
        var revoked = 0
        var needsConfirmation = false
        var logIn: [LogInStep] = []
        /// Whether the browser comes back; else it is waited for until the task is cancelled.
        var browserReturns = false
        var signed: SignedRequest?
        /// The answer to a request: status and body.
        var answer: (status: Int, body: String) = (200, #"{"id_str":"267081518403440641"}"#)
        /// The header fields of that answer.
        var answerHeaders: [HeaderField] = []
        /// The answers to the first requests, where they differ.
        var answers: [(status: Int, body: String)] = []
        /// Called while a request is with the service.
        var meanwhile: @Sendable () -> Void = {}
        var textLimit = 280
        /// The keychain that is asked about.
        var keychain = KeychainStatus(kind: "secret-service", state: .unknown)
        var dialect = ServiceProfile.Dialect.twitter11
        /// The account that one that is verified turns out to be.
        var sameAs: Account?
        var overview = StoreOverview(keychain: KeychainStatus(kind: "secret-service", state: .open))
        /// How often the keychain is locked before it is as `overview` says.
        var closedOverviews = 0
        var findings: [Finding] = []
        var names = KnownNames()
        var services: [ServiceListing] = []
        var renewal: Renewal?
        var listing = ImportListing(handle: ImportHandle(rawValue: "i"), items: [])
        /// What is in the file; else it is a bundle.
        var imported: ImportStep { isBundle ? .locked(listing.handle) : .listed(listing) }
        var isBundle = false
        /// What becomes of the items, by their places: at first, and when replacing is allowed.
        var outcomes: [Int: [Result<ImportOutcome, BrokerError>]] = [:]
    }

    let script: Script
    private let state = Mutex(State())

    private struct State {
        var calls: [String] = []
        var requests: [UnsignedRequest] = []
        var bodies: [String] = []
        var logInSteps = 0
    }

    init(_ script: Script = Script()) {
        self.script = script
    }

    var calls: [String] { state.withLock(\.calls) }
    var requests: [UnsignedRequest] { state.withLock(\.requests) }
    /// The bodies that were sent, each with its length where that was told.
    var bodies: [String] { state.withLock(\.bodies) }

    func note(_ call: String) throws(BrokerError) {
        state.withLock { $0.calls.append(call) }
        if let error = script.error { throw error }
    }

    func find(_ selector: AccountSelector?) throws(BrokerError) -> Account {
        let found = script.accounts.filter { selector?.matches($0) ?? true }
        if selector == nil, let preset = found.first(where: \.isDefault) { return preset }
        guard let account = found.first else {
            throw BrokerError(.noSuchAccount, "there is no such account", nextStep: "acctstore list")
        }
        guard found.count == 1 else {
            throw BrokerError(.invalidArgument, "there is more than one account", nextStep: "acctstore list")
        }
        return account
    }

    // MARK: For any program

    func accounts(of service: Service?) async throws(BrokerError) -> [Account] {
        try note("accounts \(service?.description ?? "")")
        return script.accounts.filter { service == nil || $0.service == service }
    }

    func select(
        _ selector: AccountSelector?, of service: Service?, for permissions: Permissions
    ) async throws(BrokerError) -> Account {
        try note("select \(selector?.description ?? "-") for \(permissions)")
        if let unseen = script.unseen, permissions.isEmpty { throw unseen }
        let account = try find(selector)
        if let refusal = script.refusal, !permissions.isEmpty { throw refusal }
        return account
    }

    func requestAccess(
        to target: GrantTarget, of service: Service, for permissions: Permissions
    ) async throws(BrokerError) -> Bool {
        try note("requestAccess")
        return true
    }

    func sign(_ request: UnsignedRequest, as account: AccountID) async throws(BrokerError) -> SignedRequest {
        try note("sign")
        state.withLock { $0.requests.append(request) }
        return script.signed
            ?? SignedRequest(
                method: request.method, url: request.url,
                headers: [HeaderField("Authorization", "OAuth oauth_signature=\"s%3D\"")], body: nil)
    }

    func perform(
        _ request: UnsignedRequest, body: Body?, as sender: RequestSender
    ) async throws(BrokerError) -> Response {
        try note("perform as \(sender)")
        let sent = state.withLock { state in
            state.requests.append(request)
            return state.requests.count
        }
        if let body {
            let text = String(decoding: try await body.collect(upTo: 1 << 24), as: UTF8.self)
            state.withLock { $0.bodies.append("\(body.count.map(String.init) ?? "-") \(text)") }
        }
        script.meanwhile()
        let scripted = sent <= script.answers.count ? script.answers[sent - 1] : script.answer
        let bytes = Mutex<[UInt8]?>(Array(scripted.body.utf8))
        let answer = Body { () throws(BrokerError) in
            bytes.withLock { bytes in
                defer { bytes = nil }
                return bytes
            }
        }
        return Response(status: scripted.status, headers: script.answerHeaders, body: answer)
    }

    func credential(of account: AccountID, for command: String?) async throws(BrokerError) -> Descriptor {
        try note("credential of \(account)" + (command.map { " for \($0)" } ?? ""))
        guard let file = Descriptor(duplicating: STDERR_FILENO) else { throw BrokerError(.failed, "no descriptor") }
        return file
    }

    func defaultService() async throws(BrokerError) -> Service { .twitter }

    func services(_ service: Service?) async throws(BrokerError) -> [ServiceListing] {
        try note("services \(service?.description ?? "")")
        guard let service else { return script.services }
        // A family is listed as `mastodon/HOST`.
        return script.services.filter { $0.name == "\(service)" || $0.name.hasPrefix("\(service)/") }
    }

    func profile(of service: Service) async throws(BrokerError) -> ServiceProfile {
        try note("profile of \(service)")
        return ServiceProfile(
            service: service, title: "Test", dialect: script.dialect, api: "http://127.0.0.1:8080/",
            textLimit: script.textLimit)
    }

    func lock(keyring: Bool) async throws(BrokerError) {
        try note(keyring ? "lock the keyring" : "lock")
    }

    func unlock(passphrase: Descriptor?) async throws(BrokerError) {
        try note("unlock\(passphrase == nil ? "" : " with a passphrase")")
    }

    func keychain(_ kind: KeychainKind?) async throws(BrokerError) -> KeychainStatus {
        if let kind { try note("keychain \(kind.rawValue)") }
        return script.keychain
    }

    func openVault(passphrase: Descriptor?) async throws(BrokerError) {
        try note("open the vault\(passphrase == nil ? "" : " with a passphrase")")
    }

    func holdPassphrase(_ input: Descriptor, checked: Bool) async throws(BrokerError) -> PassphraseHandle {
        try note("hold a \(checked ? "checked " : "")passphrase")
        return PassphraseHandle(rawValue: "held")
    }

    func makeVault(_ passphrase: NewPassphrase) async throws(BrokerError) {
        try note("make a vault \(passphrase)")
    }

    func changePassphrase(from old: PassphraseHandle?, to new: NewPassphrase) async throws(BrokerError) {
        try note("change the passphrase from \(old?.rawValue ?? "-") to \(new)")
    }

    func migrate(to target: KeychainKind) async throws(BrokerError) -> MigrationReport {
        try note("migrate to \(target.rawValue)")
        return MigrationReport(
            source: KeychainStatus(kind: "secret-service", collection: "Login", state: .open), target: script.keychain,
            accounts: 2,
            records: 5, copied: 4, renewed: 1, choice: "sed -i s/a/b/ acctstore.conf")
    }

    func removeMigrated(from source: KeychainKind) async throws(BrokerError) -> Int {
        try note("remove what was migrated from \(source.rawValue)")
        return 5
    }

    func noteRejectedCredential(of account: AccountID) async throws(BrokerError) {
        try note("rejected")
    }

    func renew(_ account: AccountID) async throws(BrokerError) -> Renewal {
        try note("renew \(account)")
        guard let renewal = script.renewal else { return Renewal(account: try find(.id(account)), outcome: .renewed) }
        return renewal
    }

    func learn(
        _ person: VerifiedPerson, of account: AccountID, merging: Bool
    ) async throws(BrokerError) -> VerificationOutcome {
        try note("learn \(person.userID ?? "-") \(person.username ?? "-") of \(account) merging: \(merging)")
        if let other = script.sameAs, !merging { return .wouldMerge(into: other) }
        var learnt: Account
        if let other = script.sameAs { learnt = other } else { learnt = try find(.id(account)) }
        (learnt.userID, learnt.username) = (person.userID ?? learnt.userID, person.username ?? learnt.username)
        return .stored(learnt)
    }

    // MARK: For the person's front ends

    func overview(
        _ selector: AccountSelector?, of service: Service?
    ) async throws(BrokerError) -> StoreOverview {
        try note("overview of \(selector?.description ?? "-")")
        guard calls.count(where: { $0.hasPrefix("overview") }) > script.closedOverviews else {
            return StoreOverview(keychain: KeychainStatus(kind: "secret-service", state: .locked))
        }
        return script.overview
    }

    func findings() async throws(BrokerError) -> [Finding] {
        try note("findings")
        return script.findings
    }

    func names() async -> KnownNames { script.names }

    func picture(at url: String) async throws(BrokerError) -> Response {
        try note("picture at \(url)")
        return Response(status: 200, headers: [HeaderField("Content-Type", "image/png")], body: Body { nil })
    }

    func nextStep() throws(BrokerError) -> LogInStep {
        let index = state.withLock { state in
            defer { state.logInSteps += 1 }
            return state.logInSteps
        }
        guard index < script.logIn.count else { throw BrokerError(.failed, "no more steps") }
        return script.logIn[index]
    }
}
