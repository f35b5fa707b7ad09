import AccountModel
import OAuth

/// Signs and sends what a program wants to send as an account.
struct AccountRequests: Sendable {
    let parts: StoreParts
    let caller: Caller

    /// Bytes that a form sent as a body may have: all of it is read, since all of it is signed.
    private static let longestForm = 1 << 20

    private var records: Records { Records(keychain: parts.keychain) }

    func sign(_ unsigned: UnsignedRequest, as id: AccountID) async throws(BrokerError) -> SignedRequest {
        try caller.refuseSandbox()
        let look = try await look()
        return try await sign(unsigned, as: try look.accounts.account(id), in: look)
    }

    /// - Parameter look: of this very request: the account, and what decides on access to it.
    func sign(
        _ unsigned: UnsignedRequest, as stored: StoredAccount, in look: RecordLook
    ) async throws(BrokerError) -> SignedRequest {
        try RequestRules.check(unsigned)
        let url = try RequestRules.url(unsigned.url)
        let form = try RequestForm(unsigned, url: url, hasBody: false)
        let (account, credential) = try await usable(stored, in: look, for: unsigned.method, url)
        guard credential.signatureMethod != SignatureMethod.plaintext.rawValue else {
            throw BrokerError(
                .notSignable,
                "\(account.label) signs with PLAINTEXT, where the header is the secret itself; it can only be used for "
                    + "requests that acctstore sends")
        }
        let authorization = try signing(credential).authorization(for: form.request)
        return SignedRequest(
            method: unsigned.method, url: form.request.url.text, headers: form.headers + [authorization],
            body: form.body)
    }

    func perform(
        _ unsigned: UnsignedRequest, body: Body?, as id: AccountID
    ) async throws(BrokerError) -> Response {
        try caller.refuseSandbox()
        try RequestRules.check(unsigned)
        let url = try RequestRules.url(unsigned.url)
        let outgoing = try await OutgoingBody(body, of: unsigned, limit: AccountRequests.longestForm)
        let form = try RequestForm(unsigned, url: url, hasBody: body != nil, formBody: outgoing.fields)
        let look = try await look()
        let stored = try look.accounts.account(id)
        let (account, credential) = try await usable(stored, in: look, for: unsigned.method, url)
        let authorization = try signing(credential).authorization(for: form.request)
        let request = TransportRequest(
            method: unsigned.method, url: form.request.url.text, headers: form.headers + [authorization],
            content: form.body.map { .bytes($0) } ?? outgoing.content, timeout: try parts.settings().timeout,
            mayUseOwnAuthorities: try parts.isDescribedByThePerson(account.service))
        return try await Sending(transport: parts.transport, account: account).send(request)
    }

    private var desk: AccessDesk { AccessDesk(parts: parts, caller: caller) }

    private func look() async throws(BrokerError) -> RecordLook {
        try await records.look(for: desk.schemas.union([.account]))
    }

    /// The account and its credential, once the caller may use it and the URL is one of its own.
    private func usable(
        _ found: StoredAccount, in look: RecordLook, for method: String, _ url: RequestURL
    ) async throws(BrokerError) -> (Account, AccountCredential) {
        var stored = found
        let subject = AccessSubject.account(stored.account)
        switch try await desk.knowing(look).decide(Permissions(method: method), subject) {
        case .allowed: break
        case .allowedAfterWaiting:
            // By now another account may lie where this one lay.
            stored = try await records.accounts().account(found.account.id)
        case .denied: throw .denied(to: caller.program, subject)
        case .unanswered: throw .unanswered(for: caller.program, subject)
        }
        let credential = try await records.credential(of: stored)
        if let description = try parts.services.description(of: stored.account.service) {
            try AddressCheck(account: stored.account, stored: credential.urls, description: description).run()
        }
        try RequestRules.check(url, within: credential.urls, of: stored.account)
        return (stored.account, credential)
    }

    private func signing(_ credential: AccountCredential) -> RequestSigning {
        RequestSigning(clock: parts.clock, credential: .init(credential))
    }
}

/// A body that a program sends, and its fields where it is a form.
private struct OutgoingBody {
    var content: TransportRequest.Content = .none
    var fields: [RequestParameter]?

    init(_ body: Body?, of unsigned: UnsignedRequest, limit: Int) async throws(BrokerError) {
        guard let body else { return }
        guard let type = unsigned.headers[field: "Content-Type"], RequestForm.isForm(type) else {
            content = .stream(body)
            return
        }
        let bytes = try await OutgoingBody.collect(body, upTo: limit)
        try ParameterRules.check(encoded: bytes)
        content = .bytes(bytes)
        fields = FormEncoding.decode(bytes.span)
    }

    private static func collect(_ body: Body, upTo limit: Int) async throws(BrokerError) -> [UInt8] {
        var all: [UInt8] = []
        while let chunk = try await body.next() {
            all.append(contentsOf: chunk)
            guard all.count <= limit else {
                throw BrokerError(.inputRefused, "a form of more than \(limit) bytes cannot be signed")
            }
        }
        return all
    }
}
