/// What came of renewing an account's token.
public struct Renewal: Hashable, Sendable {
    /// How it ended, in the words that programs get.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// The account can be used: its token is new, or is none that ends, and the service accepts it.
        case renewed
        /// The service takes neither the token nor what renews it: the person has to log in again.
        case rejected
        /// It could not be done now; nothing was changed.
        case failed
    }

    /// The account as it is now.
    public var account: Account
    /// How it ended.
    public var outcome: Outcome
    /// Why it ended so, or what there is to know about it: one line without a full stop.
    public var remark: String?
    /// How to go on; `nil` where there is nothing to do.
    public var nextStep: String?

    /// Makes a value of its parts.
    public init(account: Account, outcome: Outcome, remark: String? = nil, nextStep: String? = nil) {
        self.account = account
        self.outcome = outcome
        self.remark = remark
        self.nextStep = nextStep
    }
}
