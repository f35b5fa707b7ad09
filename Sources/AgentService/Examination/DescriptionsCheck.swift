internal import AccountModel
internal import AccountStore

/// The person's descriptions of services: every mistake in each, and those that stand in the place of a built-in one.
struct DescriptionsCheck: SurroundingsCheck {
    let services: FileServices

    private static let name = "services"

    func findings() async -> [Finding] {
        let files = services.files()
        guard !files.isEmpty else {
            return [.ok(Self.name, "no descriptions of your own in \(services.folder)")]
        }
        let findings = files.map(findings)
        let understood = findings.count { !$0.contains { $0.state == .problem } }
        return [.ok(Self.name, "descriptions of your own: \(files.count), understood: \(understood)")]
            + findings.flatMap(\.self)
    }

    private func findings(of file: FileServices.File) -> [Finding] {
        guard let service = file.service else {
            let better = Service(file.name).map { "mv \(quoted(file.path)) \(quoted("\(services.folder)/\($0).conf"))" }
            return [
                .problem(
                    Self.name, "\(file.path): no service has a name like that of the file", code: .notConfigured,
                    next: better ?? file.misnamed.nextStep)
            ]
        }
        let faults = inspection(of: file, service).faults() ?? []
        let overridden = (try? BuiltInServices().description(of: service)) ?? nil
        let place: [Finding] =
            overridden == nil
            ? [] : [.note(Self.name, "\(file.path) stands in the place of what is built in for \(service)")]
        return place + faults.map { .problem(Self.name, $0) }
    }

    private func inspection(of file: FileServices.File, _ service: Service) -> FileInspection {
        FileInspection(path: file.path, schema: ServiceDescription.schema, standIns: Self.standIns) {
            settings throws(BrokerError) in
            _ = try ServiceDescription(settings, of: service, over: services.builtIn(service, settings))
        }
    }

    /// For what a description cannot do without.
    private static let standIns: [FaultPlaces.Place: String] = [
        .init(group: "service", key: "api"): "https://stand-in.invalid/",
        .init(group: "service", key: "dialect"): ServiceProfile.Dialect.none.rawValue,
        .init(group: "oauth1", key: "request-token"): "https://stand-in.invalid/",
        .init(group: "oauth1", key: "authorize"): "https://stand-in.invalid/",
        .init(group: "oauth1", key: "access-token"): "https://stand-in.invalid/",
        .init(group: "oauth2", key: "token"): "https://stand-in.invalid/",
    ]

    private func quoted(_ path: String) -> String { ShellWord.quoted(path) }
}
