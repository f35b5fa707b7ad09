import AccountModel
import FoundationEssentials
import Synchronization

/// A broker that writes down what it was asked, and whose answers show it too.
final class MirrorBroker: Broker {
    typealias Performing =
        @Sendable (UnsignedRequest, Body?) async throws(BrokerError) -> Response

    private let written = Mutex<[String]>([])
    private let trouble: BrokerError?
    private let performing: Performing?
    let beginning: Gate?

    /// - Parameters:
    ///   - trouble: what every operation throws.
    ///   - beginning: where a log-in waits before it is begun.
    ///   - performing: what `perform` does.
    init(trouble: BrokerError? = nil, beginning: Gate? = nil, performing: Performing? = nil) {
        self.trouble = trouble
        self.beginning = beginning
        self.performing = performing
    }

    /// What was asked, in order.
    var asked: [String] { written.withLock { $0 } }

    func write(_ text: String) throws(BrokerError) {
        written.withLock { $0.append(text) }
        if let trouble { throw trouble }
    }

    // MARK: For any program

    func accounts(of service: Service?) async throws(BrokerError) -> [Account] {
        try write("accounts of \(service?.description ?? "all")")
        return [Sample.alice, Sample.nobody]
    }

    func select(
        _ selector: AccountSelector?, of service: Service?, for permissions: Permissions
    ) async throws(BrokerError) -> Account {
        try write("select \(selector?.description ?? "none") of \(service?.description ?? "all") for \(permissions)")
        return Sample.alice
    }

    func requestAccess(
        to target: GrantTarget, of service: Service, for permissions: Permissions
    ) async throws(BrokerError) -> Bool {
        try write("access to \(target) of \(service) for \(permissions)")
        return permissions == .read
    }

    func sign(_ request: UnsignedRequest, as account: AccountID) async throws(BrokerError) -> SignedRequest {
        try write("sign \(request.method) \(request.url) \(request.parameters.map { "\($0.name)=\($0.value)" })")
        let body = request.method == "POST" ? Array("status=a%20b".utf8) : nil
        return SignedRequest(
            method: request.method, url: request.url + "?signed", headers: [HeaderField("Authorization", "OAuth x")],
            body: body)
    }

    func perform(
        _ request: UnsignedRequest, body: Body?, as sender: RequestSender
    ) async throws(BrokerError) -> Response {
        try write("perform \(request.method) \(request.headers.map { "\($0.name): \($0.value)" }) as \(sender)")
        if let performing { return try await performing(request, body) }
        return Response(status: 204, headers: [HeaderField("X-Answer", "ä")], body: Body { nil })
    }

    func credential(of account: AccountID, for command: String?) async throws(BrokerError) -> Descriptor {
        try write("credential of \(account)" + (command.map { " for \($0)" } ?? ""))
        return Sample.descriptor(of: "oauth_token=1&oauth_token_secret=2")
    }

    func defaultService() async throws(BrokerError) -> Service {
        try write("default service")
        return Sample.mastodon
    }

    func services(_ service: Service?) async throws(BrokerError) -> [ServiceListing] {
        try write("services \(service?.description ?? "all")")
        return Sample.listings
    }

    func postingProfile(of service: Service) async throws(BrokerError) -> ServiceProfile {
        try write("posting profile of \(service)")
        return Sample.profile
    }

    func profile(of service: Service) async throws(BrokerError) -> ServiceProfile {
        try write("profile of \(service)")
        return Sample.profile
    }

    func lock(keyring: Bool) async throws(BrokerError) {
        try write(keyring ? "lock the keyring" : "lock")
    }

    func unlock(passphrase: Descriptor?) async throws(BrokerError) {
        try write("unlock\(passphrase == nil ? "" : " with a passphrase")")
    }

    func keychain(_ kind: KeychainKind?) async throws(BrokerError) -> KeychainStatus {
        try write("keychain \(kind?.rawValue ?? "-")")
        return KeychainStatus(kind: "vault", path: "/home/alice/.local/share/acctstore/vault", state: .open)
    }

    func openVault(passphrase: Descriptor?) async throws(BrokerError) {
        try write("open the vault\(passphrase == nil ? "" : " with a passphrase")")
    }

    func holdPassphrase(_ input: Descriptor, checked: Bool) async throws(BrokerError) -> PassphraseHandle {
        try write("hold a \(checked ? "checked " : "")passphrase")
        return PassphraseHandle(rawValue: "held")
    }

    func makeVault(_ passphrase: NewPassphrase) async throws(BrokerError) {
        try write("make a vault \(passphrase)")
    }

    func changePassphrase(from old: PassphraseHandle?, to new: NewPassphrase) async throws(BrokerError) {
        try write("change the passphrase from \(old?.rawValue ?? "-") to \(new)")
    }

    func migrate(to target: KeychainKind) async throws(BrokerError) -> MigrationReport {
        try write("migrate to \(target.rawValue)")
        return MigrationReport(
            source: KeychainStatus(kind: "secret-service", collection: "Login", state: .open),
            target: KeychainStatus(kind: "vault", path: "/home/alice/.local/share/acctstore/vault", state: .open),
            accounts: 2,
            records: 5, copied: 4, renewed: 1, choice: "sed -i s/a/b/ acctstore.conf")
    }

    func removeMigrated(from source: KeychainKind) async throws(BrokerError) -> Int {
        try write("remove what was migrated from \(source.rawValue)")
        return 5
    }

    func beginImport(_ request: ImportRequest) async throws(BrokerError) -> ImportStep {
        try write(
            "import \(request.source.word) \(request.name) \(request.service?.description ?? "-") \(request.app ?? "-")"
        )
        return request.source == .bundle ? .locked(ImportHandle(rawValue: "i")) : .listed(Sample.importListing)
    }

    func openImport(
        _ handle: ImportHandle, passphrase: PassphraseHandle?
    ) async throws(BrokerError) -> ImportListing {
        try write("open import \(handle.rawValue) with \(passphrase?.rawValue ?? "-")")
        return Sample.importListing
    }

    func storeImported(
        _ handle: ImportHandle, item: Int, replacing: Bool
    ) async throws(BrokerError) -> ImportOutcome {
        try write("store \(item) of \(handle.rawValue)\(replacing ? ", replacing" : "")")
        return Sample.importOutcomes[item]
    }

    func endImport(_ handle: ImportHandle) async throws(BrokerError) -> Int {
        try write("end import \(handle.rawValue)")
        return 3
    }

    func checkExport(of accounts: [AccountSelector], includesGrants: Bool) async throws(BrokerError) {
        try write("check export \(accounts.map(\.description)) grants \(includesGrants)")
    }

    func export(_ request: ExportRequest) async throws(BrokerError) -> ExportedBundle {
        try write(
            "export \(request.accounts.map(\.description)) grants \(request.includesGrants) \(request.passphrase)")
        return ExportedBundle(file: Sample.descriptor(of: "sealed"), accounts: 2, apps: 1, grants: 0)
    }

    func noteRejectedCredential(of account: AccountID) async throws(BrokerError) {
        try write("rejected \(account)")
    }

    func renew(_ account: AccountID) async throws(BrokerError) -> Renewal {
        try write("renew \(account)")
        return Sample.renewal
    }

    func learn(
        _ person: VerifiedPerson, of account: AccountID, merging: Bool
    ) async throws(BrokerError) -> VerificationOutcome {
        try write("learn \(person) of \(account) \(merging)")
        return merging ? .stored(Sample.alice) : .wouldMerge(into: Sample.nobody)
    }

    // MARK: For the person's front ends

    func overview(
        _ selector: AccountSelector?, of service: Service?
    ) async throws(BrokerError) -> StoreOverview {
        try write("overview of \(selector?.description ?? "-") of \(service?.description ?? "-")")
        return selector == nil ? Sample.emptyOverview : Sample.overview
    }

    func findings() async throws(BrokerError) -> [Finding] {
        try write("findings")
        return Sample.findings
    }

    func names() async -> KnownNames {
        try? write("names")
        return trouble == nil ? Sample.names : KnownNames()
    }

    func picture(at url: String) async throws(BrokerError) -> Response {
        try write("picture at \(url)")
        return Response(status: 200, headers: [HeaderField("Content-Type", "image/png")], body: Body { nil })
    }
}
