/// Where the agent is found on the session bus.
package enum AgentNames {
    package static let bus = "org.acctstore.Agent1"
    package static let path = "/org/acctstore/Agent1"
}

/// The interfaces of the agent's one object.
package enum AgentInterface: String, Hashable, Sendable, CaseIterable {
    /// For any program; other tools build on it.
    case agent = "org.acctstore.Agent1"
    /// For the person's own front ends.
    case manager = "org.acctstore.Manager1"
}

/// Which agent speaks: what the property `Version` tells.
package struct AgentVersion: Hashable, Sendable {
    package var release: String
    /// Changes when a front end of one version cannot work with an agent of the other.
    package var `protocol`: String

    package init(release: String, protocol: String) {
        self.release = release
        self.protocol = `protocol`
    }

    /// That of this build.
    package static let current = AgentVersion(release: "0.1.0", protocol: "3")

    /// The name of the property that tells it.
    package static let propertyName = "Version"
}
