/// What was sent and what was answered, line by line for a person to read, with every secret masked.
///
/// Lines that begin with `> ` were sent, with `< ` answered; `* ` stands before what belongs to neither.
public struct RequestTrace: Hashable, Sendable {
    /// Each without its line end.
    public var lines: [String]

    /// Makes a trace of its lines.
    public init(lines: [String] = []) {
        self.lines = lines
    }
}
