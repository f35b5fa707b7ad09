import AccountModel
import CommandLineKit

/// As whom a request goes, and where.
struct RequestPlace {
    let acting: Acting
    let sender: RequestSender
    let url: String

    /// - Parameter address: absolute, or a path below the API of the service.
    init(
        _ address: String, _ parsed: ParsedCommand, by broker: any Broker, in context: CommandContext
    ) async throws(BrokerError) {
        let permissions = Permissions(method: parsed[RequestCommand.method])
        guard !address.contains("://") else {
            let ofURL = try await RequestPlace.services(of: address, parsed, by: broker, in: context)
            acting = try await context.acting(parsed, for: permissions, of: broker, elsewhere: ofURL.first)
            sender = acting.sender(isPlaceKnown: parsed[AccountOption.service] != nil || ofURL.count == 1)
            url = address
            return
        }
        acting = try await context.acting(parsed, for: permissions, of: broker)
        sender = acting.sender(isPlaceKnown: true)
        let base = try await broker.profile(of: acting.service).api
        url = base + (base.hasSuffix("/") ? "" : "/") + address.drop { $0 == "/" }
    }

    /// The host and port, for messages.
    var host: String {
        String(url.split(separator: "/", maxSplits: 2).dropFirst().first?.prefix { $0 != "?" } ?? "")
    }

    /// The services that an app's request to a whole address is meant for: one, mostly. Of those that share an address, the
    /// ones that have the app. What may be sent where is the agent's to decide, and which of several it is, too.
    private static func services(
        of url: String, _ parsed: ParsedCommand, by broker: any Broker, in context: CommandContext
    ) async throws(BrokerError) -> [Service] {
        let actor = try context.requestedActor(parsed)
        guard [.app, .nobody].contains(actor), parsed[AccountOption.service] == nil else { return [] }
        let names = await broker.names()
        var found: [Service] = []
        for service in names.services {
            guard let profile = try? await broker.profile(of: service) else { continue }
            if [profile.api, profile.upload ?? profile.api].contains(where: url.hasPrefix) { found.append(service) }
        }
        guard actor == .app, found.count > 1 else { return found }
        // Nobody is asked for it: a program is shown no apps, and leaves it to the agent.
        let having = AppName.services(
            found, withAppMeantBy: parsed[AccountOption.app] ?? App.defaultName, among: names.apps)
        return having.isEmpty ? found : having
    }
}
