public import AccountModel

extension StoreBroker {
    public func services(_ service: Service?) async throws(BrokerError) -> [ServiceListing] {
        let names = await keptApps()
        return try ServiceCatalogue(services: parts.services, apps: names).listings(service)
    }

    public func postingProfile(of service: Service) async throws(BrokerError) -> ServiceProfile {
        let description = try parts.describe(service)
        // A sandbox may be without a network: nothing is asked for it.
        guard !caller.program.isSandboxed else { return description.profile }
        return await LimitsQuestion(parts: parts, description: description).profile()
    }

    /// The names of the apps, as far as they are seen without unlocking anything.
    private func keptApps() async -> [AppName]? {
        guard caller.program == .terminal else { return nil }
        let glance = await parts.keychain.glance(at: [.app])
        return glance.showsRecords ? glance.appNames : nil
    }
}

/// Everything that is described, and what would be if the person chose it.
struct ServiceCatalogue {
    let services: any ServiceDirectory
    /// `nil` where they are not to be told.
    let apps: [AppName]?

    /// One service, or all of them by name.
    ///
    /// Throws `notConfigured` for one that nothing describes. A description that cannot be understood is part of a list,
    /// with what is wrong with it.
    func listings(_ service: Service?) throws(BrokerError) -> [ServiceListing] {
        guard let service else { return all.sorted { $0.name < $1.name } }
        if let family = ServiceFamily(of: service), service.host == nil,
            try services.description(of: service) == nil
        {
            return [listing(family, service)]
        }
        if let offer = services.offers().first(where: { $0.service == service }) { return [listing(offer)] }
        guard try services.description(of: service) != nil else {
            throw try UndescribedService(service: service, services: services).error
        }
        return [listing(service)]
    }

    private var all: [ServiceListing] {
        let described: [ServiceListing]
        do throws(BrokerError) {
            described = try services.services().map(listing)
        } catch {
            described = [ServiceListing(name: "?", origin: .own, abilities: .failure(error))]
        }
        let families = ServiceFamily.allCases.compactMap { family in
            Service(family.rawValue).map { listing(family, $0) }
        }
        return described + families + services.offers().map(listing)
    }

    private func listing(_ service: Service) -> ServiceListing {
        let description: Result<ServiceDescription, BrokerError>
        do throws(BrokerError) {
            description = .success(try described(service))
        } catch {
            description = .failure(error)
        }
        let file = (try? description.get()).map(\.source) ?? services.file(for: service)
        return ServiceListing(
            name: service.description, origin: file == nil ? .builtIn : .own, file: file,
            abilities: description.map(\.abilities), apps: names(of: service))
    }

    private func described(_ service: Service) throws(BrokerError) -> ServiceDescription {
        guard let description = try services.description(of: service) else {
            throw try UndescribedService(service: service, services: services).error
        }
        return description
    }

    private func listing(_ family: ServiceFamily, _ service: Service) -> ServiceListing {
        ServiceListing(
            name: "\(service)/HOST", origin: .builtIn,
            abilities: .success(family.description(of: service, at: "https://HOST/").abilities))
    }

    private func listing(_ offer: ServiceOffer) -> ServiceListing {
        ServiceListing(
            name: offer.service.description, origin: .shipped, file: offer.file, choice: offer.choice,
            abilities: offer.description.map(\.abilities), apps: names(of: offer.service))
    }

    private func names(of service: Service) -> [String]? {
        apps.map { $0.filter { $0.service == service }.map(\.name) }
    }
}
