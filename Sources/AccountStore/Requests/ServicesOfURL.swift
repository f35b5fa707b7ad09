import AccountModel
import OAuth

extension StoreParts {
    /// The services that a URL belongs to, described or with an account or an app: those with the longest base that the
    /// URL lies below. There is one at least, and mostly one.
    ///
    /// Throws `urlNotAllowed` where there is none, and for what is part of the log-in. A description that cannot be
    /// understood is an error only where no other fits.
    func services(of url: RequestURL) async throws(BrokerError) -> [ServiceDescription] {
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

    private func services(
        of url: RequestURL, among candidates: Set<Service>
    ) throws(BrokerError) -> [ServiceDescription] {
        var found: [ServiceDescription] = []
        var around: [ServiceDescription] = []
        var longest = 0
        var trouble: BrokerError?
        for service in candidates.sorted(by: { $0.description < $1.description }) {
            do throws(BrokerError) {
                guard let description = try services.description(of: service) else { continue }
                let length = description.urls.baseURLs.filter(url.isBelow).map(\.path.utf8.count).max() ?? 0
                guard length > 0 else { continue }
                around.append(description)
                guard length >= longest else { continue }
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
        for description in around { try RequestRules.check(url, belongsTo: description) }
        return found
    }
}
