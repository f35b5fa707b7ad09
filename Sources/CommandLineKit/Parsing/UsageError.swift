/// A command line that does not fit, with what the person needs to correct it.
public struct UsageError: Error, Sendable {
    /// EX_USAGE of sysexits.h.
    public static let exitStatus: Int32 = 64

    /// What is wrong, without a capital and a full stop.
    public let message: String
    /// A sentence that says what was probably meant, or what to do.
    public let suggestion: String?
    /// The command that was being given.
    public let path: CommandPath

    public init(_ message: String, suggestion: String? = nil, path: CommandPath) {
        self.message = message
        self.suggestion = suggestion
        self.path = path
    }

    /// The whole text for stderr, with its final line feed.
    ///
    /// - Parameter width: columns of the terminal, at which the usage is wrapped; the error itself stays on one line.
    public func text(width: Int = 80) -> String {
        let error = "error: \(message)" + (suggestion.map { ". \($0)" } ?? "")
        let usage = UsageLine(path).lines(heading: "usage:", width: width)
        let more = "See '\(path.spelling) --help' for more information."
        return ([error] + usage + [more]).joined(separator: "\n") + "\n"
    }
}
