package import AccountModel

/// The person's folders, by the XDG Base Directory Specification: variables that hold no absolute path count as unset.
package struct AgentPaths: Hashable, Sendable {
    /// `$XDG_CONFIG_HOME/acctstore`
    package let configuration: String
    /// `$XDG_STATE_HOME/acctstore`; `nil` where it follows neither from its variable nor from `HOME`.
    package let state: String?
    /// `acctstore/services` in each folder of data, the person's own first; then the folder that came with this program.
    package let shippedServices: [String]

    /// - Parameters:
    ///   - environment: of the person's session.
    ///   - installed: the folder of descriptions that was installed with this program; `nil` where there is none.
    /// - Throws: `notConfigured` where the folder of the configuration follows neither from its variable nor from `HOME`.
    package init(environment: [String: String], installed: String? = nil) throws(BrokerError) {
        configuration = try AgentPaths.folder(.configuration, environment)
        state = try? AgentPaths.folder(.state, environment)
        let personal = try? AgentPaths.folder(.data, environment)
        let named = ([personal].compactMap { $0 } + AgentPaths.sharedData(environment)).map { $0 + "/services" }
        shippedServices = named + [installed].compactMap { $0 }.filter { !named.contains($0) }
    }

    package var configurationFile: String { "\(configuration)/\(PersonalFolder.configurationName)" }
    package var services: String { configuration + "/services" }

    private static func sharedData(_ environment: [String: String]) -> [String] {
        let folders = (environment["XDG_DATA_DIRS"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        return (folders.isEmpty ? ["/usr/local/share", "/usr/share"] : folders).map { folder in
            (folder.hasSuffix("/") ? folder.dropLast() : folder) + "/acctstore"
        }
    }

    private static func folder(
        _ folder: PersonalFolder, _ environment: [String: String]
    ) throws(BrokerError) -> String {
        guard let path = folder.path({ environment[$0] }) else {
            throw BrokerError(
                .notConfigured, "neither HOME nor \(folder.variable) names an absolute path",
                nextStep: "Set HOME to your home folder.")
        }
        return path + "/acctstore"
    }
}
