import AccountModel
import SecretBytes

/// A log-in between two steps.
struct PendingLogIn: Sendable {
    enum Stage: Sendable {
        /// The person is at the service's page; the PIN comes next.
        case visiting(requestToken: ReceivedToken, emptyAnswersLeft: Int)
        /// There is a token, for an account that is stored already.
        case confirming(NewAccount, existing: AccountID)
    }

    var plan: LogInPlan
    var stage: Stage
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
            case .pin: " --pin"
            case .xauth: " --xauth"
            case .token: " --token-stdin"
            }
        let name = request.username.map { " --user \(ShellWord.quoted($0))" } ?? ""
        let app = request.app == App.defaultName ? "" : " --app \(ShellWord.quoted(request.app))"
        return "acctstore add \(service)\(app)\(name)\(option)"
    }

    /// The command of the way by PIN, for services and apps without xAuth.
    var pinCommand: String { "acctstore add \(service) --pin" }
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
