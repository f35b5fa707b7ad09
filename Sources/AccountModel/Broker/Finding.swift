/// What a look at one part of the machine came to, for a person who has to find out what is wrong.
///
/// It is made to be shown to others: no secret is in it, no value that somebody wrote into a file, and no name of a person.
public struct Finding: Hashable, Sendable {
    /// How things stand.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// As it is to be.
        case ok
        /// Nothing is wrong, and it is good to know.
        case note
        /// Something stands in the way.
        case problem
    }

    /// What was looked at, in a word that stays the same from release to release: `bus`.
    public var check: String
    /// How it stands.
    public var state: State
    /// What was found: one line without a full stop.
    public var found: String
    /// How to go on, one command or short sentence a line; `nil` where nothing is to be done.
    public var next: String?
    /// What a command would end with for it; `nil` where no command would.
    public var code: BrokerError.Code?

    /// Makes a finding of its parts. What was found is made one line, as in a ``BrokerError``.
    public init(
        _ check: String, _ state: State, _ found: String, next: String? = nil, code: BrokerError.Code? = nil
    ) {
        self.check = check
        self.state = state
        self.found = OneLine.visible(found, length: .max)
        self.next = next
        self.code = code
    }
}

extension Finding {
    /// All is well with it.
    public static func ok(_ check: String, _ found: String) -> Finding {
        Finding(check, .ok, found)
    }

    /// Good to know.
    public static func note(_ check: String, _ found: String, next: String? = nil) -> Finding {
        Finding(check, .note, found, next: next)
    }

    /// Something stands in the way, for which a command would end with `code`.
    public static func problem(
        _ check: String, _ found: String, code: BrokerError.Code, next: String?
    ) -> Finding {
        Finding(check, .problem, found, next: next, code: code)
    }

    /// A trouble in the words that it has already.
    public static func problem(_ check: String, _ error: BrokerError) -> Finding {
        Finding(check, .problem, error.message, next: error.nextStep, code: error.code)
    }
}
