/// Why a configuration file cannot be used: which file, which key, and what is wrong with it.
package struct KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// The file cannot be read; `message` is the system's.
        case unreadable
        /// The text is no key file, or not UTF-8; `message` is GLib's and quotes the line.
        case malformed
        /// The value is not what the key wants.
        case invalidValue
    }

    package let reason: Reason
    /// The path as it was given.
    package let file: String
    package let group: String?
    package let key: String?
    package let message: String

    package init(reason: Reason, file: String, group: String? = nil, key: String? = nil, message: String) {
        self.reason = reason
        self.file = file
        self.group = group
        self.key = key
        self.message = message
    }

    package var description: String {
        guard let group else { return "\(file): \(message)" }
        guard let key else { return "\(file): [\(group)]: \(message)" }
        return "\(file): [\(group)] \(key): \(message)"
    }
}
