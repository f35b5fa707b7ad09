/// Where candidates for a value come from when a shell completes it.
public enum CompletionKind: Sendable, Equatable {
    /// Nothing can be offered.
    case none
    /// A fixed list of words.
    case list([String])
    case file
    case directory
    /// A program: a file, or a word that is looked up on PATH.
    case program
    /// A command line of another program.
    case commandLine
    /// A program that a grant speaks of.
    case grantedProgram
    /// An account, by number or name.
    case account
    /// An account, or a word for acting as none.
    case actor
    /// An account, or all accounts of a service, such as `twitter:*`.
    case accountOrService
    /// A service, such as `twitter`.
    case service
    /// A service that an account is at.
    case usedService
    /// A service, or what becomes one once something is said, such as software without its host.
    case anyService
    /// The name of an app, such as `default`.
    case app
}
