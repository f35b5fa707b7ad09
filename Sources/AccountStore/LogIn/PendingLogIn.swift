import AccountModel
import SecretBytes

/// A log-in between two steps.
struct PendingLogIn: Sendable {
    enum Stage: Sendable {
        /// The person is at the service's page; the browser's return, or what they type, comes next.
        case visiting(Visit)
        /// There is a token, and the person has not said yet whether the account is the one they mean.
        case confirming(NewAccount)
        /// There is a token, for an account that is stored already.
        case replacing(NewAccount, existing: AccountID)
    }

    /// What is kept while the person is at the service's page.
    struct Visit: Sendable {
        var requestToken: ReceivedToken
        /// Where the browser comes back to; `nil` for a PIN.
        var browser: BrowserReturn?
        /// How often something that is no answer may be typed and is asked for again.
        var attemptsLeft = 3
    }

    var plan: LogInPlan
    var stage: Stage

    /// Waits for nobody any more.
    func giveUp() {
        if case .visiting(let visit) = stage { visit.browser?.close(as: .cancelled) }
    }
}

/// What is settled before the first request of a log-in.
struct LogInPlan: Sendable {
    var request: LogInRequest
    var description: ServiceDescription
    /// The app's name as it is stored, which need not be the one that was asked for.
    var appName: String
    /// `nil` for ready tokens that bring their own app.
    var app: AppCredential?

    var service: Service { description.service }

    /// The command that begins this log-in again.
    var command: String {
        let option =
            switch request.method {
            case .browser: " --browser"
            case .pin: " --pin"
            case .xauth: " --xauth"
            case .token: " --token-stdin"
            }
        return command(option)
    }

    /// The same by PIN.
    var commandByPIN: String { command(" --pin") }

    private func command(_ option: String) -> String {
        NextCommand.logIn(at: service, app: request.app, user: request.username, way: option)
    }

    /// Whether the person is to say that the account is the one they mean. Ready tokens and xAuth say whose they are.
    var isConfirmed: Bool {
        switch request.method {
        case .browser, .pin: request.isAttended && request.username == nil
        case .xauth, .token: false
        }
    }
}

/// A token that is to be stored, with all that is known of whose it is.
struct NewAccount: Sendable {
    var identity: AccountIdentity
    var username: String?
    var credential: AccountCredential
    /// What the person should know about the log-in, though it was done.
    var warning: String?

    /// `@alice`, or what else is known.
    var shownName: String {
        username.map { "@\($0)" } ?? "the account"
    }
}
