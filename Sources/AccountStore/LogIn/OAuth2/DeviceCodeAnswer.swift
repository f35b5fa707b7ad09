import AccountModel
import OAuth
import SecretBytes

/// What a service answers to a device that wants to log in (RFC 8628, section 3.2).
struct DeviceCodeAnswer: Sendable {
    /// Seconds for which a code is waited for, whatever its service says.
    private static let longestLife = 1800.0

    var deviceCode: SharedSecret
    /// To be typed: fit to be shown.
    var userCode: String
    /// Where it is typed.
    var page: String
    /// The same with the code in it; `nil` where there is none.
    var completePage: String?
    /// Seconds that both codes live.
    var life: Double
    /// Seconds between two questions; `nil` where the service does not say.
    var interval: Double?

    /// `nil` where a part that must be there is missing, or cannot be shown to a person.
    init?(_ body: Span<UInt8>) {
        guard let members = try? JSONText.members(of: body) else { return nil }
        func value(_ name: String) -> Range<Int>? { members.first { $0.name == name }?.value }
        func text(_ name: String) -> String? { value(name).flatMap { JSONText.text(body, $0) } }
        func number(_ name: String) -> Double? {
            value(name).flatMap {
                Double(JSONText.text(body, $0) ?? String(decoding: JSONText.raw(body, $0), as: UTF8.self))
            }
        }
        guard let deviceCode = value("device_code").flatMap({ JSONText.secret(body, $0) }), !deviceCode.isEmpty,
            let userCode = text("user_code"), !userCode.isEmpty, userCode == OneLine.visible(userCode, length: 64),
            let page = text("verification_uri").flatMap(DeviceCodeAnswer.page), let life = number("expires_in"),
            life > 0
        else { return nil }
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.page = page
        completePage = text("verification_uri_complete").flatMap(DeviceCodeAnswer.page)
        self.life = min(life, DeviceCodeAnswer.longestLife)
        interval = number("interval")
    }

    /// An address that a person may be sent to: by TLS, or on this machine.
    private static func page(_ text: String) -> String? {
        guard let url = try? RequestURL(text), url.scheme == "https" || LoopbackHost.isMeant(by: url.host) else {
            return nil
        }
        return url.text
    }
}
