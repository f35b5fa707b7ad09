/// Whether colours are used.
package enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never

    /// By itself: on a terminal that is not a dumb one, unless `NO_COLOR` is set to anything (no-color.org).
    ///
    /// - Parameter variable: the value of a variable of the environment; `nil` where it is not set or empty.
    package func isColored(isTerminal: Bool, variable: (String) -> String?) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: isTerminal && variable("NO_COLOR") == nil && variable("TERM").map { $0 != "dumb" } ?? false
        }
    }
}
