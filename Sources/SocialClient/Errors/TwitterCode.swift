import AccountModel

/// The numbers that Twitter's API gives to troubles.
enum TwitterCode {
    /// "Invalid or expired token": the one answer that proves a token dead.
    static let invalidToken = 89
    /// "Timestamp out of bounds".
    static let clockDrift = 135

    /// "Could not authenticate you", "Bad authentication data": they come with more than one status.
    static let doubtsOfLogIn: Set<Int> = [32, 215]

    /// What the person can do about it; nil where there is nothing, or the number is not known.
    static func advice(for code: Int?, actor: ServiceActor) -> String? {
        switch code {
        case 63, 64: "the account is suspended: sign in on the service's web site to see why"
        case 326: "the account is locked for now: sign in on the service's web site to unlock it"
        case 87, 93, 220, 261: "allow the app to write in its settings at the service, then log in again"
        case 453: "the app's plan at the service does not include this call"
        case 186: "shorten the text"
        case 187: "the same text was posted before: change it"
        case 385: "the post that it answers was deleted or cannot be seen by \(actor.handle)"
        case 433: "the author of the post that it answers does not take replies from \(actor.handle)"
        case 185: "the account has posted as much as it may for now: try again in some hours"
        case 226: "the service takes it for automated: sign in on its web site"
        default: nil
        }
    }
}
