import AccountModel
import OAuth

/// Requests that an app signs alone.
///
/// What the app may do counts for all who use it, and against a limit that they share. So a program needs a grant for
/// all accounts of the service.
struct AppRequests: Sendable {
    let parts: StoreParts
    let caller: Caller

    /// The app's credential, once the caller may use it and the URL is one of its service's.
    func sending(
        _ method: String, _ url: RequestURL, as name: String
    ) async throws(BrokerError) -> SendingCredential {
        let service = try await service(of: url, keeping: name)
        parts.use?.note(service, app: name)
        try await checkAccess(to: service, for: Permissions(method: method))
        let description = try parts.describe(service)
        let kept = try await LogInApp(parts: parts, description: description).known(name)
        let (name, app) = (kept.name, kept.credential)
        guard let secret = app.consumerSecret, app.logInProtocol == .oauth1 else {
            throw BrokerError(
                .notSignable,
                "the app \(OneLine.visible(name, length: 64)) of \(service) is for OAuth 2.0, and signs nothing alone",
                nextStep: nextStep(instead: description))
        }
        let credential = RequestSigning.ConsumerCredential(
            consumerKey: app.consumerKey, consumerSecret: secret,
            signatureMethod: description.signatureMethod)
        return SendingCredential(
            service: service, words: "the request as the app \(OneLine.visible(name, length: 64)) (\(service))",
            proof: .signature(credential))
    }

    private var records: Records { Records(keychain: parts.keychain) }

    /// What does the same: an account, or an app that signs where the service has that.
    private func nextStep(instead description: ServiceDescription) -> String {
        let service = description.service
        let accounts = "name an account with -a: acctstore list \(service)"
        guard description.hasThreeSteps else { return accounts }
        return accounts + "\nor keep an app that signs: "
            + NextCommand.setApp("signing", of: service, speaking: .oauth1)
    }

    /// Of several services at one address, the one that has the app.
    private func service(of url: RequestURL, keeping name: String) async throws(BrokerError) -> Service {
        let services = try await parts.services(of: url)
        guard services.count > 1 else { return services[0] }
        let apps = try await records.apps()
        return services.first { service in apps.contains { $0.service == service && $0.name == name } } ?? services[0]
    }

    private func checkAccess(to service: Service, for permissions: Permissions) async throws(BrokerError) {
        let subject = AccessSubject.service(service)
        switch try await AccessDesk(parts: parts, caller: caller).decide(permissions, subject) {
        case .allowed, .allowedAfterWaiting: return
        case .denied(let denial): throw .denied(denial, to: caller.program, subject)
        case .unanswered: throw .unanswered(for: caller.program, subject)
        }
    }
}

extension StoreParts {
    /// The services that a URL belongs to, described or with an account or an app: those with the longest base that the
    /// URL lies below. There is one at least, and mostly one.
    ///
    /// Throws `urlNotAllowed` where there is none, and for what is part of the log-in. A description that cannot be
    /// understood is an error only where no other fits.
    func services(of url: RequestURL) async throws(BrokerError) -> [Service] {
        let described = Set(try services.services())
        return try services(of: url, among: described.union(await servicesInUse()))
    }

    /// The services with an account or an app, as far as they are seen without unlocking anything: software that runs on
    /// many hosts is described at all of them, and in use at few.
    private func servicesInUse() async -> Set<Service> {
        let records = await keychain.glance(at: [.account, .app]).records
        return Set(
            RecordLook(records).accounts.accounts.map(\.account.service)
                + records.filter { $0.record.schema == .app }.compactMap(StoredApp.init).map(\.service))
    }

    private func services(of url: RequestURL, among candidates: Set<Service>) throws(BrokerError) -> [Service] {
        var found: [ServiceDescription] = []
        var longest = 0
        var trouble: BrokerError?
        for service in candidates.sorted(by: { $0.description < $1.description }) {
            do throws(BrokerError) {
                guard let description = try services.description(of: service) else { continue }
                let length = description.urls.baseURLs.filter(url.isBelow).map(\.path.utf8.count).max() ?? 0
                guard length > 0, length >= longest else { continue }
                found = length == longest ? found + [description] : [description]
                longest = length
            } catch {
                trouble = trouble ?? error
            }
        }
        guard !found.isEmpty else {
            throw trouble
                ?? BrokerError(
                    .urlNotAllowed, "\(url) belongs to no service that is described",
                    nextStep: "describe the service, or name an account with -a")
        }
        for description in found {
            try RequestRules.check(
                url, within: description.urls, of: description.service, description,
                elsewhere: "does not belong to \(description.service):")
        }
        return found.map(\.service)
    }
}
