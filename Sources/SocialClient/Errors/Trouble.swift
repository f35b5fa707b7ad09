import AccountModel

/// What is wrong, as far as an answer tells: from the service's own number, else from the kind that its problem details
/// name, else from its words, else from the HTTP status.
enum Trouble: Hashable {
    case invalidToken, doubtedLogIn, unverifiedLogIn, wrongClock
    case suspendedAccount, suspendedOther, lockedAccount, takenForRobot
    case appKeysRefused, appSuspended, appMayNot, needsAccount, callbackRefused, onlyPIN
    case planLacksCall, capReached, tooManyRequests, tooManyPosts, overloaded
    case noSuchCall, notFound, hiddenPost, hiddenReplyTarget, repliesClosed, repliesNeedMention
    case tooLong, duplicate, tooManyAttachments, badLink, invalidRequest, tooLarge
    /// Nothing that is known here.
    case other

    init(_ fault: ServiceFault, status: Int, attempt: Attempt) {
        self =
            fault.code.flatMap { Self.byCode(attempt)[$0] } ?? fault.problem.flatMap { Self.byProblem[$0] }
            ?? Self.byWords(fault.message ?? "", attempt) ?? Self.byStatus(status, attempt)
    }

    /// Of Twitter's API v1.1, as its table of error codes has them.
    private static func byCode(_ attempt: Attempt) -> [Int: Trouble] {
        [
            TwitterCode.invalidToken: .invalidToken, 32: .doubtedLogIn, 215: .doubtedLogIn, 231: .unverifiedLogIn,
            TwitterCode.wrongTime: .wrongClock,
            63: attempt.isWrite ? .suspendedAccount : .suspendedOther, 64: .suspendedAccount, 326: .lockedAccount,
            226: .takenForRobot,
            99: .appKeysRefused, 416: .appSuspended, 87: .appMayNot, 93: .appMayNot, 261: .appMayNot,
            220: .needsAccount, 415: .callbackRefused, 417: .onlyPIN,
            453: .planLacksCall, 88: .tooManyRequests, 185: .tooManyPosts, 130: .overloaded, 131: .overloaded,
            34: .noSuchCall, 68: .noSuchCall, 251: .noSuchCall,
            17: .notFound, 50: .notFound, 144: .notFound, 421: .notFound, 422: .notFound, 179: .hiddenPost,
            385: .hiddenReplyTarget,
            433: .repliesClosed, 186: .tooLong, 187: .duplicate, 386: .tooManyAttachments, 407: .badLink,
        ]
    }

    /// Of X's API v2: the last part of `https://api.x.com/2/problems/…`.
    private static let byProblem: [String: Trouble] = [
        "usage-capped": .capReached, "credits": .capReached, "rate-limit-exceeded": .tooManyRequests,
        "client-forbidden": .planLacksCall, "unsupported-authentication": .needsAccount,
        "not-authorized-for-resource": .hiddenPost, "resource-not-found": .notFound,
        "resource-unavailable": .notFound, "disallowed-resource": .hiddenPost, "invalid-request": .invalidRequest,
        "internal-error": .overloaded, "duplicate-content": .duplicate,
    ]

    /// API v2 refuses a post with `about:blank` and a sentence, which is all there is to tell the cause by; elsewhere there
    /// is never more.
    private static func byWords(_ message: String, _ attempt: Attempt) -> Trouble? {
        let message = message.lowercased()
        if attempt.isWrite, message.contains("duplicate") { return .duplicate }
        if case .reply = attempt, message.contains("mentioned") { return .repliesNeedMention }
        // Mastodon and its relatives have no numbers either.
        if message.contains("record not found") { return .notFound }
        if message.contains("outside the authorized scopes") { return .appMayNot }
        if attempt.isPost, ["character limit", "too long"].contains(where: message.contains) { return .tooLong }
        return nil
    }

    private static func byStatus(_ status: Int, _ attempt: Attempt) -> Trouble {
        switch status {
        case 400, 422: .invalidRequest
        case 401: .doubtedLogIn
        case 402: .capReached
        case 404, 410:
            switch attempt {
            case .view, .unpost: .notFound
            default: .noSuchCall
            }
        // GNU social says so of a text that is too long.
        case 413: attempt.isPost ? .tooLong : .tooLarge
        case 420, 429: .tooManyRequests
        case 500...: .overloaded
        default: .other
        }
    }
}
