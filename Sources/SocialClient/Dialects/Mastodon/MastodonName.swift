import AccountModel

/// The name of a person as a Mastodon server has it: `alice` of the server itself, `bob@other.example` of another.
struct MastodonName {
    let text: String

    /// Reads a name with or without `@` before it, and with or without the host of the server itself.
    ///
    /// Throws `invalidArgument` for what cannot be a name.
    init(_ name: String, at service: Service) throws(BrokerError) {
        let bare = name.hasPrefix("@") ? name.dropFirst() : name[...]
        let parts = bare.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, !parts.contains(where: \.isEmpty), parts[0].unicodeScalars.allSatisfy(Self.isOfName),
            parts.last?.unicodeScalars.allSatisfy(Self.isOfHost) == true
        else {
            throw BrokerError(
                .invalidArgument,
                "\(OneLine.joined(name, length: 40)) is not a name at \(service): names look like alice or "
                    + "alice@other.example")
        }
        text = parts.count == 2 && parts[1].lowercased() == service.host ? String(parts[0]) : String(bare)
    }

    func isName(of author: Author) -> Bool {
        author.username.lowercased() == text.lowercased()
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCIIAlphanumeric || "_-.".unicodeScalars.contains(scalar)
    }

    /// Hosts may be spelt in any script.
    private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return isOfName(scalar) || scalar == ":" }
        return !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
    }
}
