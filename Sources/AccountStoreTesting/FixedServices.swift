public import AccountModel
public import AccountStore
import Synchronization

/// Descriptions of services that a test gives and may change.
public final class FixedServices: ServiceDirectory {
    private let all: Mutex<[ServiceDescription]>

    /// A directory of these services and no others.
    public init(_ descriptions: [ServiceDescription]) {
        all = Mutex(descriptions)
    }

    public func description(of service: Service) throws(BrokerError) -> ServiceDescription? {
        all.withLock { $0.first { $0.service == service } }
    }

    public func services() throws(BrokerError) -> [Service] {
        all.withLock { $0.map(\.service).sorted { $0.description < $1.description } }
    }

    /// Puts a description in the place of the one of the same service.
    public func replace(_ description: ServiceDescription) {
        all.withLock { all in
            all.removeAll { $0.service == description.service }
            all.append(description)
        }
    }
}

extension ServiceDescription {
    /// A service on this machine with everything that a log-in by PIN or xAuth needs, called `local`.
    public static func local(
        name: String = "local", base: String = "http://127.0.0.1:8080/", signatureMethod: String = "HMAC-SHA1"
    ) -> ServiceDescription? {
        guard let service = Service(name) else { return nil }
        return ServiceDescription(
            profile: ServiceProfile(service: service, title: "Local test server", dialect: .twitter11, api: base),
            urls: ServiceURLs(
                api: base, requestToken: base + "oauth/request_token", authorize: base + "oauth/authorize",
                accessToken: base + "oauth/access_token", invalidateToken: base + "1.1/oauth/invalidate_token.json"),
            offersXAuth: true, signatureMethod: signatureMethod, source: "services/\(name).conf")
    }
}
