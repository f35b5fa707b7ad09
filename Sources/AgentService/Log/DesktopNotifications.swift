internal import GLibBridge

/// The program that shows notifications on this desktop, if there is one.
struct DesktopNotifications: Sendable {
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let patience = Duration.seconds(5)
    /// `urgency` 0: no reason to leave what one is doing.
    private static let hints: [String: Variant] = ["urgency": .byte(0), "transient": .boolean(true)]

    let bus: BusConnection

    /// Shows a notification, in the place of an earlier one where `replacing` is not 0.
    ///
    /// - Returns: its number; `nil` where it was not shown.
    func show(_ notice: UseNotice, replacing number: UInt32) async -> UInt32? {
        guard let abilities = await call("GetCapabilities", [])?[0]?.strings else { return nil }
        let body = abilities.contains("body-markup") ? Self.escaped(notice.body) : notice.body
        let arguments: [Variant] = [
            .string("acctstore"), .uint32(number), .string(""), .string(notice.title), .string(body), .strings([]),
            .dictionary(Self.hints), .int32(-1),
        ]
        return await call("Notify", arguments)?[0]?.uint32
    }

    private func call(_ method: String, _ arguments: [Variant]) async -> BusMessage? {
        try? await bus.call(
            destination: Self.name, path: Self.path, interface: Self.name, method: method, arguments: arguments,
            timeout: Self.patience)
    }

    /// The characters that the little HTML of a body gives a meaning.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
