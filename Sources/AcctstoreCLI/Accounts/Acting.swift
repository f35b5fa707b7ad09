import AccountModel
import CommandLineKit

/// As whom a command acts, and at which service, once that is settled.
enum Acting: Equatable {
    case account(Account)
    case app(String, Service)
    case nobody(Service)

    var service: Service {
        switch self {
        case .account(let account): account.service
        case .app(_, let service), .nobody(let service): service
        }
    }

    /// - Parameter isPlaceKnown: whether an app's service is more than a guess from the URL.
    func sender(isPlaceKnown: Bool) -> RequestSender {
        switch self {
        case .account(let account): .account(account.id)
        case .app(let name, let service): .app(name, of: isPlaceKnown ? service : nil)
        case .nobody: .nobody
        }
    }

    /// `@alice (2, twitter)`, `the app default (twitter)`, `nobody (twitter)`: on one line.
    var label: String {
        switch self {
        case .account(let account): account.shownLabel
        case .app(let name, let service): "the app \(OneLine.visible(name, length: 64)) (\(service))"
        case .nobody(let service): "nobody (\(service))"
        }
    }
}

extension CommandContext {
    /// As whom a command acts that takes ``AccountOption/actor``, ``AccountOption/app`` and ``AccountOption/service``.
    ///
    /// - Parameter elsewhere: the service where neither an option nor an account says it; the configured one by itself.
    func acting(
        _ parsed: ParsedCommand, for permissions: Permissions, of broker: any Broker, elsewhere: Service? = nil
    ) async throws(BrokerError) -> Acting {
        let app = parsed[AccountOption.app]
        let requested = try requestedActor(parsed)
        let service = parsed[AccountOption.service]
        switch requested {
        case .app:
            let place = try await place(service ?? elsewhere, by: broker)
            return .app(try await broker.app(meantBy: app, of: place), place)
        case .nobody: return .nobody(try await place(service ?? elsewhere, by: broker))
        case .account, nil:
            return .account(
                try await withAccount(requested?.selector, at: service, of: broker) { selector throws(BrokerError) in
                    try await broker.select(selector, of: service, for: permissions)
                })
        }
    }

    /// `--app` alone says that the app acts, whatever the variable holds.
    func requestedActor(_ parsed: ParsedCommand) throws(BrokerError) -> RequestedActor? {
        let given = parsed[AccountOption.actor]
        guard let app = parsed[AccountOption.app] else { return try AccountOption.requested(given, in: self) }
        guard given == nil || given == .app else {
            throw BrokerError(
                .invalidArgument,
                "--app \(OneLine.visible(app, length: 64)) is that app alone, which -a excludes",
                nextStep: "leave out one of the two")
        }
        return .app
    }

    private func place(_ service: Service?, by broker: any Broker) async throws(BrokerError) -> Service {
        if let service { return service }
        return try await broker.defaultService()
    }
}
