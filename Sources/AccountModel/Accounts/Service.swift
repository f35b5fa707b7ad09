/// A site that accounts belong to: `twitter`, or `NAME/HOST` for software that runs on many hosts
/// (`mastodon/social.example`).
///
/// The value is canonical: lower case, no scheme, no trailing slash. Two spellings of one service compare equal.
public struct Service: Hashable, Sendable, LosslessStringConvertible {
    /// The canonical spelling, as it is stored and shown.
    public let description: String

    /// The software or site, the part before the slash: `mastodon` of `mastodon/social.example`.
    public var name: String {
        String(description.prefix { $0 != "/" })
    }

    /// The host (and port) after the slash, or `nil` for a service that has one place only.
    public var host: String? {
        guard let slash = description.firstIndex(of: "/") else { return nil }
        return String(description[description.index(after: slash)...])
    }

    /// Reads any spelling that a person would use; `nil` where it cannot be a service.
    public init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var rest = Substring(text.lowercased())
        while rest.hasSuffix("/") { rest.removeLast() }
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, Service.isName(name) else { return nil }
        guard parts.count == 2 else {
            description = String(name)
            return
        }
        var host = parts[1]
        for scheme in ["https://", "http://"] where host.hasPrefix(scheme) {
            host = host.dropFirst(scheme.count)
        }
        guard Service.isHost(host) else { return nil }
        description = "\(name)/\(host)"
    }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetterOrDigit(first), text.utf8.count <= 64 else { return false }
        return text.utf8.allSatisfy {
            isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
        }
    }

    private static func isHost(_ text: Substring) -> Bool {
        guard !text.isEmpty, text.utf8.count <= 253 else { return false }
        let punctuation: [UInt8] = Array("-.:[]_".utf8)
        return text.utf8.allSatisfy { isLetterOrDigit($0) || punctuation.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension Service {
    /// The service that `add` uses where neither the command nor the configuration names one.
    public static let twitter = Service(canonical: "twitter")

    private init(canonical: String) {
        description = canonical
    }
}
