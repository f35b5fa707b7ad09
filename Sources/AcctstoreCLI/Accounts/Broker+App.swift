import AccountModel

extension Broker {
    /// The app that acts alone, as the agent settles it: of the name that was given, or else the usual or only one.
    ///
    /// Nothing is unlocked for this, and a program is shown no apps: then it is the name that the agent is given.
    ///
    /// Throws `notConfigured` where there is no such app, several could be meant, or nothing describes the service.
    func app(meantBy name: String?, of service: Service) async throws(BrokerError) -> String {
        let name = name ?? App.defaultName
        guard let listing = try await services(service).first, let kept = listing.apps else { return name }
        let abilities = try listing.abilities.get()
        if abilities.appNeed == .none, kept.isEmpty, name == App.defaultName { return name }
        return try AppName.meant(
            by: name, of: service, among: Set(kept), speaking: abilities.protocols.first ?? .oauth1)
    }
}
