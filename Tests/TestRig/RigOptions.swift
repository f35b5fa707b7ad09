/// What a rig is made of.
package struct RigOptions: Sendable {
    package enum Secrets: Sendable {
        case gnomeKeyring(GnomeKeyring.Start)
        case fake(FakeSecretService.Behaviour)
        /// A real one, whose windows are on a desktop.
        case other(OtherProvider, at: Desktop)
        /// A bus on which nobody keeps secrets.
        case none
    }

    package var secrets = Secrets.gnomeKeyring(.unlocked)
    /// Whether the bus can start the agent; without it `acctstore` starts the one beside itself.
    package var activatesAgent = true
    /// Whether the bus lets other users connect too, which a real session bus does not.
    package var admitsEverybody = false
    /// Whether there is a test service, described to the programs as `local`.
    package var hasService = true
    /// Whether the same test service is described as `modern` too, which speaks version 2 of the API.
    package var describesModern = false
    /// The text of acctstore.conf, if there is to be one.
    package var configuration: String?
    /// More for the environment of everything in the rig.
    package var environment: [String: String] = [:]

    package init() {}
}
