/// Why a configuration file cannot be used: which file, which key, and what is wrong with it.
package struct KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// The file cannot be read; `message` is the system's.
        case unreadable
        /// The text is no key file, or not UTF-8; `message` is GLib's and quotes the line.
        case malformed
        /// The value is not what the key wants.
        case invalidValue
        /// Nobody reads this group or key.
        case unknown
    }

    package let reason: Reason
    /// The path as it was given.
    package let file: String
    /// Where in the file, counted from 1; of a key that is not there, its group; `nil` where that is not there either.
    package let line: Int?
    package let group: String?
    package let key: String?
    package let message: String

    package init(
        reason: Reason, file: String, line: Int? = nil, group: String? = nil, key: String? = nil, message: String
    ) {
        self.reason = reason
        self.file = file
        self.line = line
        self.group = group
        self.key = key
        self.message = message
    }

    /// `acctstore.conf:12: [network] timeout: '30s' is no number`, as compilers write a place.
    package var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        guard let group else { return "\(place): \(message)" }
        guard let key else { return "\(place): [\(group)]: \(message)" }
        return "\(place): [\(group)] \(key): \(message)"
    }
}
