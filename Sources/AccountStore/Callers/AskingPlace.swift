public import AccountModel

/// Where the person can be asked about a caller's request.
public enum AskingPlace: Sendable {
    /// The terminal that the caller passed, which is its own: the question is put and answered in its lines.
    case passedTerminal(Descriptor)
    /// The caller's own terminal, which it did not pass: a dialog takes its screen until it is answered.
    case ownTerminal(OwnTerminal)
    /// A desktop.
    case display(Display)
    /// Nobody can be asked, for this reason: `it has no terminal`.
    case nowhere(because: String)

    /// Why the person cannot be asked: `it has no terminal`; `nil` where that can be.
    public var cannotAskReason: String? {
        guard case .nowhere(let reason) = self else { return nil }
        return reason
    }

    /// Whether a question there was withdrawn since the caller is not in the foreground any more.
    func isLeft(by caller: Caller) -> Bool {
        switch self {
        case .passedTerminal, .ownTerminal: !caller.isInForeground()
        case .display, .nowhere: false
        }
    }

    /// Why a question that was left had no answer.
    static let wasLeft = "the question was withdrawn when it left the foreground of its terminal"

    /// A terminal that the agent opened because it is the caller's.
    public struct OwnTerminal: Sendable {
        /// Open for reading and writing.
        public var descriptor: Descriptor
        /// `TERM` of the caller; `nil` where it has none.
        public var type: String?
        /// The caller's locale for characters, such as `de_DE.UTF-8`; `nil` where it names none.
        public var locale: String?
        /// Whether another program than the caller's has come into its foreground, a shell, which has put its modes right.
        public var isTaken: @Sendable () -> Bool

        /// Makes a terminal of its parts.
        public init(
            descriptor: Descriptor, type: String?, locale: String?, isTaken: @escaping @Sendable () -> Bool = { false }
        ) {
            self.descriptor = descriptor
            self.type = type
            self.locale = locale
            self.isTaken = isTaken
        }
    }

    /// The variables that lead a program to a desktop: `DISPLAY`, `WAYLAND_DISPLAY`, `XAUTHORITY` and the like.
    public struct Display: Hashable, Sendable {
        /// Their values, by their names.
        public var variables: [String: String]

        /// A desktop that these variables lead to.
        public init(variables: [String: String]) {
            self.variables = variables
        }
    }
}
