/// Where candidates for a value come from when a shell completes it.
public enum CompletionKind: Sendable, Equatable {
    /// Nothing can be offered.
    case none
    /// A fixed list of words.
    case list([String])
    /// Names of files; with `extensions` (no dot) only those that end so, and folders on the way to them.
    case file(extensions: [String] = [])
    case directory
    /// A program: a file, or a word that is looked up on PATH.
    case program
    /// A command line of another program.
    case commandLine
    /// An account, by number or name.
    case account
    /// A service, such as `twitter`.
    case service
    /// The name of an app, such as `default`.
    case app
}
