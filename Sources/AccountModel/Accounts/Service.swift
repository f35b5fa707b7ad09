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

    /// Reads any spelling that a person would use, a URL in the place of the host as well; `nil` where it cannot be a
    /// service. A host is in ASCII here: `xn--…` for one with other letters.
    public init?(_ text: String) {
        self.init(text) { $0 }
    }

    /// The same for a host in any alphabet.
    ///
    /// - Parameter asciiHost: gives the form that DNS has of a host (RFC 5890), `nil` where there is none.
    package init?(_ text: String, asciiHost: (String) -> String?) {
        var rest = Substring(text)
        while rest.hasSuffix("/") { rest.removeLast() }
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        // Some letters beyond ASCII have ASCII ones for their lower case.
        guard let name = parts.first, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let software = name.lowercased()
        guard Service.isName(software) else { return nil }
        guard parts.count == 2 else {
            description = software
            return
        }
        guard let host = ServiceHost.canonical(parts[1], ascii: asciiHost) else { return nil }
        description = "\(software)/\(host)"
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetterOrDigit(first), text.utf8.count <= 64 else { return false }
        return text.utf8.allSatisfy {
            isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
        }
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
