import AccountModel
import OAuth
import SecretBytes

/// Registers acctstore as an app at a server that takes apps from everybody, as Mastodon does
/// (`POST /api/v1/apps`), and keeps the app for every account at that host.
struct AppRegistration: Sendable {
    let parts: StoreParts
    let description: ServiceDescription

    /// What the server shows to the person who is to allow the access.
    private static let clientName = "acctstore"
    /// Below the ports from which Linux takes those of outgoing connections.
    private static let ports: ClosedRange<UInt16> = 20_000...32_000

    private var service: Service { description.service }

    /// Registers and keeps an app of this name; where another process has done so meanwhile, gives that one.
    ///
    /// - Parameter address: where to register.
    func run(_ name: String, at address: String) async throws(BrokerError) -> LogInApp.Settled {
        // A server may take its time to answer, for which no change elsewhere has to wait: the turn is this service's alone.
        try await parts.registrations.take(service) { () async throws(BrokerError) in
            if let kept = try await kept(name) { return kept }
            let credential = try await register(at: address)
            return try await parts.keychain.changing { () async throws(BrokerError) in
                // Another process may have been first. One app serves all.
                if let kept = try await kept(name) { return kept }
                _ = try await records.create(StoredApp.record(name, of: service), secret: credential.line())
                return LogInApp.Settled(
                    name: name, credential: credential,
                    remark:
                        "\(service) has registered \(AppRegistration.clientName) as an app, for all your accounts there"
                )
            }
        }
    }

    private var records: Records { Records(keychain: parts.keychain) }

    private func kept(_ name: String) async throws(BrokerError) -> LogInApp.Settled? {
        guard let kept = try await records.apps().app(name, of: service) else { return nil }
        return LogInApp.Settled(name: name, credential: try await records.credential(of: kept))
    }

    /// A port is settled once and registered: not every server takes another one than that at a log-in.
    private func register(at address: String) async throws(BrokerError) -> AppCredential {
        let callback = "http://127.0.0.1:\(UInt16.random(in: AppRegistration.ports))/callback"
        let call = ServiceCall(parts: parts, proof: .none, service: service)
        let answer = try await call.send(
            "POST", address,
            form: [
                RequestParameter("client_name", AppRegistration.clientName),
                RequestParameter("redirect_uris", "\(AuthorizationRequest.outOfBand)\n\(callback)"),
                RequestParameter("scopes", description.oauth2?.scopes ?? ""),
            ])
        guard answer.isSuccess else { throw refused(answer) }
        guard let app = answer.body.withSpan({ AppRegistration.app(in: $0) }) else {
            throw BrokerError(
                .serviceRefused,
                "\(service) answered the registration of an app without its id and secret (status \(answer.status)); "
                    + "nothing was stored", nextStep: byHand)
        }
        return AppCredential(
            consumerKey: app.id, consumerSecret: app.secret, logInProtocol: .oauth2, callback: callback)
    }

    private static func app(in body: Span<UInt8>) -> (id: String, secret: SharedSecret)? {
        guard let id = JSONText.value(body, at: ["client_id"]).flatMap({ JSONText.text(body, $0) }), !id.isEmpty,
            id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let secret = JSONText.value(body, at: ["client_secret"]).flatMap({ JSONText.secret(body, $0) }),
            !secret.isEmpty
        else { return nil }
        return (id, secret)
    }

    private func refused(_ answer: ServiceCall.Answer) -> BrokerError {
        let doubt = answer.status == 404 ? "; check the host: it may not be \(service.name) that runs there" : ""
        return BrokerError(
            answer.refusalCode,
            "\(service) did not register an app (\(answer.told))\(doubt); nothing was stored", nextStep: byHand)
    }

    /// Where a server takes no apps by itself, its own pages mostly do.
    private var byHand: String {
        "register an app on the web site of \(service)\n\(NextCommand.setApp(App.defaultName, of: service, speaking: .oauth2))"
    }
}
