import AccountModel

/// What is settled before the first request of a log-in.
struct LogInPlan: Sendable {
    var request: LogInRequest
    var description: ServiceDescription
    /// The app's name as it is stored, which need not be the one that was asked for.
    var appName: String
    /// `nil` for ready tokens that bring their own app.
    var app: AppCredential?
    /// The account that is logged in to again; `nil` for a new one.
    var again: StoredAccount?
    /// Has the keychain stay open as long as this log-in lasts.
    var hold: KeychainHold?

    var service: Service { description.service }

    /// What it speaks: the app's protocol, or else what the service has.
    var logInProtocol: LogInProtocol { app?.logInProtocol ?? description.usualProtocol }

    /// Which addresses the service sends browsers back to.
    var callback: ServiceDescription.Callback {
        switch logInProtocol {
        case .oauth1: description.callback
        case .oauth2: description.oauth2?.callback ?? .any
        }
    }

    /// Whether the person is to say that the account is the one they mean. Ready tokens and xAuth say whose they are, and
    /// an account whose person is known takes no other.
    var isConfirmed: Bool {
        let isKnown = request.username != nil || again?.identity.knownUserID != nil
        return switch request.method {
        case .browser, .pin, .device: request.isAttended && !isKnown
        case .xauth, .token: false
        }
    }
}
