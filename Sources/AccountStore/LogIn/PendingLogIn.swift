import AccountModel
import OAuth

/// A log-in between two steps.
struct PendingLogIn: Sendable {
    enum Stage: Sendable {
        /// The person is at the service's page; the browser's return, or what they type, comes next.
        case visiting(Visit)
        /// The person types a code on another device; the service is asked whether they did.
        case polling(DeviceLogIn.Waiting)
        /// There is a token, and the person has not said yet whether the account is the one they mean.
        case confirming(NewAccount)
        /// There is a token, for an account that is stored already.
        case replacing(NewAccount, existing: AccountID)
        /// There is a token, and the keychain was closed when it was to be stored.
        case unsaved(Unsaved)
    }

    /// What is kept while the person is at the service's page.
    struct Visit: Sendable {
        /// What the answer is held against and exchanged with.
        enum Step: Sendable {
            case verifier(ReceivedToken)
            case code(CodeExpectation)
        }

        var step: Step
        /// Where the browser comes back to; `nil` where it does not.
        var browser: BrowserReturn?
        /// How often something that is no answer may be typed and is asked for again.
        var attemptsLeft = 3

        /// Where the browser ends in this log-in; `nil` where that is not known, or no address of the web. A service of OAuth 1.0a
        /// may send it to another address that was registered with the app.
        var returnAddress: ReturnAddress? {
            switch step {
            case .code(let expectation): ReturnAddress(expectation.redirectURI)
            case .verifier: nil
            }
        }
    }

    /// What waits for the keychain to be open.
    struct Unsaved: Sendable {
        /// What nobody gives twice.
        enum Content: Sendable {
            /// An account, and the one that it may replace where that was asked.
            case account(NewAccount, replacing: AccountID?)
            /// Ready tokens, of which is not settled yet which app they belong to.
            case tokens(TokenInput)
        }

        var content: Content
        /// Why it was not stored.
        var trouble: BrokerError
    }

    var plan: LogInPlan
    var stage: Stage

    /// Seconds that it waits for the person at least: past the end of a code, which is then told.
    var patience: Double {
        if case .polling(let waiting) = stage { waiting.polling.left + 60 } else { 0 }
    }

    /// Waits for nobody any more.
    func giveUp() {
        if case .visiting(let visit) = stage { visit.browser?.close(as: .cancelled) }
    }
}

extension PendingLogIn.Visit.Step {
    var expected: ExpectedAnswer {
        switch self {
        case .verifier(let requestToken): .verifier(requestToken: requestToken.token)
        case .code(let expectation): .code(expectation)
        }
    }

    /// Whether the page may have shown something to type, beside the address that the browser ended at.
    var isShownOnPage: Bool {
        switch self {
        case .verifier: true
        case .code(let expectation): expectation.isShownOnPage
        }
    }

    /// What the person gives, for messages.
    var title: String {
        switch self {
        case .verifier: "the PIN"
        case .code(let expectation): expectation.isShownOnPage ? "the code" : "the address"
        }
    }
}
