import AccountModel
import FoundationEssentials

/// What a program, or the person, is told of a renewal that was not to be.
struct RenewalTrouble {
    private let account: Account

    init(_ account: Account) {
        self.account = account
    }

    private var logIn: String { NextCommand.logIn(again: account) }
    private var token: String { "the token of \(account.label)" }

    /// There is no refresh token, or nobody knows where it is good.
    var nothingToRenewWith: BrokerError {
        BrokerError(
            .credentialRejected, "\(token) has ended, and came with nothing to renew it with", nextStep: logIn)
    }

    /// - Parameter error: of the request.
    func noAnswer(_ error: BrokerError) -> BrokerError {
        let isSent = error.code == .outcomeUnknown
        let why = isSent ? "\(account.service) was asked, and its answer did not arrive" : error.message
        return BrokerError(
            isSent ? .unavailable : error.code, "\(token) could not be renewed: \(why)",
            nextStep: error.code == .notConfigured ? error.nextStep : again)
    }

    private var again: String { "acctstore renew \(account.number)" }

    /// Another process has its turn, and does not end it in time.
    var busy: BrokerError {
        BrokerError(
            .tryLater, "\(token) is being renewed by another acctstore, which has not come to an end", nextStep: again)
    }

    func unusable(_ reason: String) -> BrokerError {
        BrokerError(
            .serviceRefused, "\(token) could not be renewed: \(account.service) answered with \(reason)",
            nextStep: again)
    }

    /// RFC 6749, section 5.2: the service knows of no such refresh token.
    ///
    /// - Parameter unfinished: when a renewal began whose answer was not stored.
    func rejected(_ refusal: OAuth2Refusal, unfinished: Date?) -> BrokerError {
        let told = "\(account.service) no longer renews \(token) (\(refusal.told))"
        guard let unfinished else { return BrokerError(.credentialRejected, told, nextStep: logIn) }
        return BrokerError(
            .credentialRejected,
            "the renewal of \(account.label) that began at \(StoredTime.text(unfinished)) brought nothing that was stored, "
                + "since it was interrupted or got no answer of use, and \(told)",
            nextStep: logIn)
    }

    /// - Parameter isPublic: whether the app that the token was given to has no secret.
    func refused(_ refusal: OAuth2Refusal, isPublic: Bool) -> BrokerError {
        let message = "\(account.service) did not renew \(token) (\(refusal.told)\(refusal.wait))"
        switch refusal.kind {
        case "invalid_client", "unauthorized_client":
            // The account keeps the app's secret of its log-in.
            let app = NextCommand.setApp(
                account.app, of: account.service, speaking: .oauth2, isPublic: isPublic)
            return BrokerError(.notConfigured, message, nextStep: "\(app)\n\(logIn)")
        default:
            let isTemporary = refusal.isTemporary || refusal.status >= 500
            return BrokerError(isTemporary ? .tryLater : .serviceRefused, message, nextStep: again)
        }
    }

    /// The service may give less than before (RFC 6749, section 6).
    func narrowed(from older: String?, to newer: String?) -> String? {
        guard let older, let newer else { return nil }
        let kept = Set(newer.split { $0 == " " || $0 == "," })
        let missing = older.split { $0 == " " || $0 == "," }.filter { !kept.contains($0) }
        guard !missing.isEmpty else { return nil }
        return
            "\(token) may do less since it was renewed: \(OneLine.visible(missing.joined(separator: " "))) is missing"
    }

    /// The service gave a token that the keychain does not take.
    func unsaved(_ error: BrokerError) -> BrokerError {
        BrokerError(
            error.code,
            "\(token) was renewed, but could not be stored; the agent keeps it in memory and goes on trying: "
                + error.message,
            nextStep: error.nextStep ?? again)
    }
}

extension BrokerError {
    /// An account whose credential its service does not accept any more.
    static func needsLogIn(_ account: Account) -> BrokerError {
        BrokerError(
            .credentialRejected, "\(account.service) no longer accepts the log-in of \(account.label)",
            nextStep: NextCommand.logIn(again: account))
    }
}
