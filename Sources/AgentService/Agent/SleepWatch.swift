internal import GLibBridge

/// Hears from logind that the machine goes to sleep, and has it wait for a moment: memory is written to disk by some kinds
/// of sleep, and taken out of a laptop that lies about in another.
///
/// Without a system bus or logind there is nothing to hear, and nothing is said about it.
struct SleepWatch: Sendable {
    let environment: [String: String]
    let thread: GLibThread

    private static let logind = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"

    /// Calls `sleeps` with true before the machine sleeps and with false when it is awake again, until the bus goes.
    func run(_ sleeps: @escaping @Sendable (Bool) -> Void) async {
        guard let bus = try? await BusConnection.connect(to: address, on: thread) else { return }
        let signals = await bus.signals(
            sender: SleepWatch.logind, interface: SleepWatch.manager, member: "PrepareForSleep", path: SleepWatch.path)
        var delay = await inhibit(on: bus)
        for await signal in signals {
            guard let isGoing = signal.message[0]?.boolean else { continue }
            sleeps(isGoing)
            // Letting go of the descriptor is what lets the machine sleep.
            delay = nil
            if !isGoing { delay = await inhibit(on: bus) }
        }
        withExtendedLifetime(delay) {}
        // Nobody will tell of the awakening.
        sleeps(false)
    }

    /// Asks that sleep wait until the descriptor is closed, a few seconds at most; nil where that is not to be had.
    private func inhibit(on bus: BusConnection) async -> OwnedDescriptor? {
        let answer = try? await bus.call(
            destination: SleepWatch.logind, path: SleepWatch.path, interface: SleepWatch.manager, method: "Inhibit",
            arguments: [
                .string("sleep"), .string("acctstore"), .string("credentials are dropped from memory"),
                .string("delay"),
            ])
        return answer?.descriptor(answer?[0])
    }

    /// The well-known one, where the environment names no other (D-Bus Specification, "Well-known Message Bus Instances").
    private var address: String {
        environment["DBUS_SYSTEM_BUS_ADDRESS"].flatMap { $0.isEmpty ? nil : $0 }
            ?? "unix:path=/var/run/dbus/system_bus_socket"
    }
}
