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
        let service = try parts.service(of: url)
        try await checkAccess(to: service, for: Permissions(method: method))
        let (name, app) = try await Records(keychain: parts.keychain).app(name, of: service)
        let credential = RequestSigning.ConsumerCredential(
            consumerKey: app.consumerKey, consumerSecret: app.consumerSecret,
            signatureMethod: try parts.describe(service).signatureMethod)
        return SendingCredential(
            service: service, words: "the request as the app \(OneLine.visible(name, length: 64)) (\(service))",
            credential: credential)
    }

    private func checkAccess(to service: Service, for permissions: Permissions) async throws(BrokerError) {
        let subject = AccessSubject.service(service)
        switch try await AccessDesk(parts: parts, caller: caller).decide(permissions, subject) {
        case .allowed, .allowedAfterWaiting: return
        case .denied: throw .denied(to: caller.program, subject)
        case .unanswered: throw .unanswered(for: caller.program, subject)
        }
    }
}

extension StoreParts {
    /// The described service that a URL belongs to: the one with the longest base that the URL lies below.
    ///
    /// Throws `urlNotAllowed` where there is none, and for what is part of the log-in. A description that cannot be
    /// understood is an error only where no other fits.
    func service(of url: RequestURL) throws(BrokerError) -> Service {
        var best: (description: ServiceDescription, length: Int)?
        var trouble: BrokerError?
        for service in try services.services() {
            do throws(BrokerError) {
                guard let description = try services.description(of: service) else { continue }
                let lengths = description.urls.baseURLs.filter(url.isBelow).map(\.path.utf8.count)
                if let length = lengths.max(), length > best?.length ?? 0 { best = (description, length) }
            } catch {
                trouble = trouble ?? error
            }
        }
        guard let found = best?.description else {
            throw trouble
                ?? BrokerError(
                    .urlNotAllowed, "\(url) belongs to no service that is described",
                    nextStep: "describe the service, or name an account with -a")
        }
        try RequestRules.check(
            url, within: found.urls, of: found.service, elsewhere: "does not belong to \(found.service):")
        return found.service
    }
}
