/// How long the keyring is waited for.
struct Limits: Sendable {
    /// For each call that asks nobody. A provider that is started by the call needs most of it.
    var call: Duration = .seconds(15)
    /// For the keyring's own question.
    var prompt: Duration

    /// A person needs time; where there is no display, no person is seen.
    init(environment: [String: String]) {
        let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0]?.isEmpty == false }
        prompt = hasDisplay ? .seconds(120) : .seconds(10)
    }
}
