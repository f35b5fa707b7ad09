extension AppName {
    /// Which of the services that share an address have the app: those with one of that name, or else those with the only one
    /// that is meant by it.
    package static func services(
        _ services: [Service], withAppMeantBy name: String, among apps: [AppName]
    ) -> [Service] {
        let named = services.filter { apps.contains(AppName(service: $0, name: name)) }
        guard named.isEmpty else { return named }
        return services.filter { service in
            let names = Set(apps.filter { $0.service == service }.map(\.name))
            return (try? meant(by: name, of: service, among: names)) != nil
        }
    }

    /// The name of the app that acts where one is named, or none is, which is to say `default`.
    ///
    /// Where no app has the usual name and there is one app only, that one is meant. Throws `notConfigured` where there is none, or
    /// several and the person has to say which.
    ///
    /// - Parameters:
    ///   - names: of the apps of the service that are kept.
    ///   - wanted: what an app would be for that is yet to be kept.
    package static func meant(
        by name: String, of service: Service, among names: Set<String>, speaking wanted: LogInProtocol = .oauth1
    ) throws(BrokerError) -> String {
        if names.contains(name) { return name }
        if name == App.defaultName, names.count == 1, let only = names.first { return only }
        let others = names.sorted().map { OneLine.visible($0, length: 64) }.joined(separator: ", ")
        if name == App.defaultName, !names.isEmpty {
            throw BrokerError(
                .notConfigured, "\(service) has more than one app: \(others)", nextStep: "say which with --app NAME")
        }
        throw BrokerError(
            .notConfigured,
            "there is no app \(OneLine.visible(name, length: 64)) of \(service)"
                + (others.isEmpty ? "" : ", only \(others)"),
            nextStep: NextCommand.setApp(name, of: service, speaking: wanted))
    }
}
