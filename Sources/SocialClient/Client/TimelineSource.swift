/// Which posts a timeline has.
public enum TimelineSource: Sendable, Equatable {
    /// Of those whom the account follows, and its own.
    case home
    /// Those that name the account.
    case mentions
    /// Of a person, by name; an `@` before it does not matter.
    case user(String)
    /// Those that a query finds, which reaches the service exactly as it stands.
    case search(String)
    /// Of everybody at the service.
    case everybody
}
