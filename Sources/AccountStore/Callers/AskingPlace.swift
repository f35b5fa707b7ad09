public import AccountModel

/// Where the person can be asked about a caller's request.
public enum AskingPlace: Sendable {
    /// The terminal that the caller passed, which is its own: the question is put and answered in its lines.
    case passedTerminal(Descriptor)
    /// The caller's own terminal, which it did not pass: a dialog takes its screen until it is answered.
    case ownTerminal(OwnTerminal)
    /// A desktop.
    case display(Display)
    case nowhere(because: String)

    /// A terminal that the agent opened because it is the caller's.
    public struct OwnTerminal: Sendable {
        public var descriptor: Descriptor
        /// `TERM` of the caller; `nil` where it has none.
        public var type: String?
        /// The caller's locale for characters, such as `de_DE.UTF-8`; `nil` where it names none.
        public var locale: String?

        public init(descriptor: Descriptor, type: String?, locale: String?) {
            self.descriptor = descriptor
            self.type = type
            self.locale = locale
        }
    }

    /// The variables that lead a program to a desktop: `DISPLAY`, `WAYLAND_DISPLAY`, `XAUTHORITY` and the like.
    public struct Display: Hashable, Sendable {
        public var variables: [String: String]

        public init(variables: [String: String]) {
            self.variables = variables
        }
    }
}
