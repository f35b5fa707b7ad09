/// Why something was not done, in words for the person, with the status and the D-Bus name that carry it.
///
/// Two errors are equal when their codes are: the words may change.
public struct BrokerError: Error, Sendable, Equatable {
    /// The kind of trouble. Open: an agent of a later release may send one that is not in this list.
    public struct Code: Hashable, Sendable, RawRepresentable {
        /// The last part of the D-Bus error name: `NoSuchAccount` of `org.acctstore.Error.NoSuchAccount`.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The kind of trouble: what a program decides by.
    public let code: Code
    /// What happened, and to which account, program or file: one line without a full stop, never a secret.
    public let message: String
    /// How to go on: a command that works when pasted, or a short sentence; `nil` where there is nothing to do.
    public let nextStep: String?

    /// Makes an error of its code, what happened, and how to go on.
    ///
    /// - Parameters:
    ///   - code: the kind of trouble.
    ///   - message: what happened. It is made one line, whatever a file's name, a label or a service put into it: what stands
    ///     on a second line is a next step to everybody who shows an error.
    ///   - nextStep: one command or short sentence a line, and no command behind a sentence, which nobody could paste. Words
    ///     of others are quoted for a shell, or made visible, before.
    public init(_ code: Code, _ message: String, nextStep: String? = nil) {
        self.code = code
        self.message = OneLine.visible(message, length: .max)
        self.nextStep = nextStep
    }

    public static func == (left: BrokerError, right: BrokerError) -> Bool {
        left.code == right.code
    }
}

extension BrokerError.Code {
    /// Something unexpected.
    public static let failed = Self(rawValue: "Failed")
    /// The request is wrong: a program's mistake.
    public static let invalidArgument = Self(rawValue: "InvalidArgument")
    /// The header would be the secret itself: the account is used through ``RequestPerforming/perform(_:body:as:)``
    /// alone.
    public static let notSignable = Self(rawValue: "NotSignable")
    /// The URL is not below a base of the account's service.
    public static let urlNotAllowed = Self(rawValue: "URLNotAllowed")
    /// What was given to be sent or stored cannot be taken.
    public static let inputRefused = Self(rawValue: "InputRefused")
    /// There is no such account.
    public static let noSuchAccount = Self(rawValue: "NoSuchAccount")
    /// The keychain, the agent or the network cannot be reached; nothing was sent.
    public static let unavailable = Self(rawValue: "Unavailable")
    /// A file cannot be read or written.
    public static let fileError = Self(rawValue: "FileError")
    /// Nothing was done, and it may work later.
    public static let tryLater = Self(rawValue: "TryLater")
    /// The service said no, or answered nonsense.
    public static let serviceRefused = Self(rawValue: "ServiceRefused")
    /// The person did not allow it, or nobody could be asked.
    public static let accessDenied = Self(rawValue: "AccessDenied")
    /// Something is missing or wrong in what was set up: an app, a service, a file.
    public static let notConfigured = Self(rawValue: "NotConfigured")
    /// The keychain is locked and stayed so. Says nothing about what is in it.
    public static let locked = Self(rawValue: "Locked")
    /// The person broke it off.
    public static let cancelled = Self(rawValue: "Cancelled")
    /// The service no longer takes the token: the person has to log in again.
    public static let credentialRejected = Self(rawValue: "CredentialRejected")
    /// A request that writes may have been done or not. It must not be sent again by a program.
    public static let outcomeUnknown = Self(rawValue: "OutcomeUnknown")

    /// The exit status of a command that ends with this error; 1 for a kind that this release does not know.
    public var exitStatus: Int32 {
        switch self {
        case .invalidArgument, .notSignable, .urlNotAllowed: 64
        case .inputRefused: 65
        case .noSuchAccount: 67
        case .unavailable: 69
        case .fileError: 74
        case .tryLater: 75
        case .serviceRefused: 76
        case .accessDenied: 77
        case .notConfigured: 78
        case .locked: 79
        case .cancelled: 80
        case .credentialRejected: 81
        case .outcomeUnknown: 82
        default: 1
        }
    }
}

extension BrokerError {
    /// What stands before every code in a D-Bus error name.
    public static let namePrefix = "org.acctstore.Error."

    /// `org.acctstore.Error.NoSuchAccount`
    public var dbusName: String {
        BrokerError.namePrefix + code.rawValue
    }

    /// The message of the D-Bus error: what happened, and on a second line the next step.
    public var dbusMessage: String {
        nextStep.map { "\(message)\n\($0)" } ?? message
    }

    /// Reads what `dbusName` and `dbusMessage` gave; `nil` for another program's error.
    public init?(dbusName: String, dbusMessage: String) {
        guard dbusName.hasPrefix(BrokerError.namePrefix) else { return nil }
        let lines = dbusMessage.split(separator: "\n", maxSplits: 1).map(String.init)
        self.init(
            Code(rawValue: String(dbusName.dropFirst(BrokerError.namePrefix.count))), lines.first ?? "unknown trouble",
            nextStep: lines.count == 2 ? lines[1] : nil)
    }
}
