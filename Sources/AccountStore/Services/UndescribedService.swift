import AccountModel

/// What a person can do about a service that nothing describes.
struct UndescribedService {
    let service: Service
    let services: any ServiceDirectory

    /// Throws what `services` throws for descriptions that cannot be read.
    var error: BrokerError {
        get throws(BrokerError) {
            if let family = ServiceFamily(of: service), service.host == nil { return hostless(family) }
            if let offer = services.offers().first(where: { $0.service == service }) { return off(offer) }
            return try unknown
        }
    }

    private func hostless(_ family: ServiceFamily) -> BrokerError {
        BrokerError(
            .notConfigured, "\(family.title) runs on many hosts, and \(service) names none of them",
            nextStep: "acctstore add \(service) --host HOST")
    }

    private func off(_ offer: ServiceOffer) -> BrokerError {
        BrokerError(
            .notConfigured, "the service \(service) is off until you choose it: its description is in \(offer.file)",
            nextStep: offer.choice)
    }

    private var unknown: BrokerError {
        get throws(BrokerError) {
            let offers = services.offers().map(\.service.description)
            // Of a service on a host the software alone may be mistyped.
            let families = ServiceFamily.allCases.map { family in
                service.host.map { "\(family.rawValue)/\($0)" } ?? family.rawValue
            }
            let known = try services.services().map(\.description)
            let meant = NearestName.of(service.description, among: known + families + offers)
            return BrokerError(
                .notConfigured,
                "nothing describes the service \(service); known: "
                    + (known + ServiceFamily.allCases.map { "\($0.rawValue)/HOST" }).joined(separator: ", ")
                    + (meant.map { "; did you mean \($0)?" } ?? ""),
                nextStep: services.file(for: service).map { "describe it in \(OneLine.visible($0, length: 4096))" })
        }
    }
}
