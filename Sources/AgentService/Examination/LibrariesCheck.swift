internal import AccountModel
internal import AgentProtocol
internal import GLibBridge
internal import SecretServiceKeychain
internal import SoupTransport
internal import VaultKeychain

/// The agent's own release, and the libraries that it runs with.
struct LibrariesCheck: SurroundingsCheck {
    func findings() async -> [Finding] {
        let agent = AgentVersion.current
        let libraries = [
            "GLib \(GLibVersion.running)", "libsecret \(SecretVersion.built) at its build",
            "libsoup \(SoupVersion.running)", "OpenSSL \(CryptoVersion.running)",
        ]
        return [
            .ok(
                "libraries",
                "the agent is of release \(agent.release), protocol \(agent.protocol), with "
                    + libraries.joined(separator: ", "))
        ]
    }
}
