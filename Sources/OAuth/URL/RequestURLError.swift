/// Why a URL can be neither signed nor sent.
public enum RequestURLError: Error, Hashable, Sendable {
    /// No `http://` or `https://` at the start.
    case unknownScheme
    /// No host, or bytes in it that no host name or address has.
    case invalidHost
    /// A port that is no number from 1 to 65535.
    case invalidPort
    /// `user:password@` before the host: it would be sent on or lost, and hides where the URL leads.
    case userInfo
    /// A fragment: it is never sent, so it would be signed for nothing.
    case fragment
    /// A blank, a control byte or a byte above 0x7E at this offset: it must come percent-encoded.
    case unencodedByte(at: Int)
    /// A backslash: some servers read it as a slash.
    case backslash
    /// A segment that is `.` or `..` to some server, plainly or encoded.
    case dotSegment
    /// Two slashes in a row.
    case emptySegment
    /// A `%` in the path without two hexadecimal digits behind it, an encoded control byte there, or one that is encoded
    /// over and over.
    case invalidPathEncoding
}

extension RequestURLError: CustomStringConvertible {
    /// The middle of a sentence after "the URL": `has a fragment (#…)`.
    public var description: String {
        switch self {
        case .unknownScheme: "does not begin with https:// or http://"
        case .invalidHost: "has no valid host"
        case .invalidPort: "has a port that is not a number from 1 to 65535"
        case .userInfo: "has a user name before the host"
        case .fragment: "has a fragment (#…)"
        case .unencodedByte(let offset):
            "has a byte at offset \(offset) that must be percent-encoded, such as a blank or a letter with an accent"
        case .backslash: "has a backslash"
        case .dotSegment: "has a . or .. segment"
        case .emptySegment: "has two slashes in a row in its path"
        case .invalidPathEncoding:
            "has a % in its path that is not followed by two hexadecimal digits of a visible byte, or that is encoded "
                + "over and over"
        }
    }
}
