import AccountModel
import CommandLineKit

/// As whom a request goes, and where.
struct RequestPlace {
    let acting: Acting
    let url: String

    /// - Parameter address: absolute, or a path below the API of the service.
    init(
        _ address: String, _ parsed: ParsedCommand, by broker: any Broker, in context: CommandContext
    ) async throws(BrokerError) {
        let isWhole = address.contains("://")
        let permissions = Permissions(method: parsed[RequestCommand.method])
        let namesService = [.app, .nobody].contains(try context.requestedActor(parsed))
        let service = isWhole && namesService ? await RequestPlace.service(of: address, by: broker) : nil
        acting = try await context.acting(parsed, for: permissions, of: broker, elsewhere: service)
        if isWhole {
            url = address
        } else {
            let base = try await broker.profile(of: acting.service).api
            url = base + (base.hasSuffix("/") ? "" : "/") + address.drop { $0 == "/" }
        }
    }

    /// The host and port, for messages.
    var host: String {
        String(url.split(separator: "/", maxSplits: 2).dropFirst().first?.prefix { $0 != "?" } ?? "")
    }

    /// For words alone: what may be sent where is the agent's to decide.
    private static func service(of url: String, by broker: any Broker) async -> Service? {
        for service in await broker.names().services {
            if let profile = try? await broker.profile(of: service), url.hasPrefix(profile.api) { return service }
        }
        return nil
    }
}
