internal import AccountModel

/// The person's `acctstore.conf`: every mistake in it.
struct ConfigurationCheck: SurroundingsCheck {
    let path: String

    private static let name = "configuration"

    func findings() async -> [Finding] {
        let inspection = FileInspection(path: path, schema: AgentConfiguration.schema) { settings throws(BrokerError) in
            _ = try AgentConfiguration(settings)
        }
        guard let faults = inspection.faults() else {
            return [.ok(Self.name, "\(path) is not there: all is as it comes")]
        }
        if faults.isEmpty { return [.ok(Self.name, "\(path) is understood")] }
        return faults.map { .problem(Self.name, $0) }
    }
}
