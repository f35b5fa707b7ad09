/// How a program came to run: its process and the parents above it, each by a short name.
///
/// For the question and the log, so that a person can tell one start of a program from another. As much a label as the
/// program's own name is: outside a sandbox a process may call itself anything.
public struct Provenance: Hashable, Sendable {
    /// From the process that asked upwards: `["nightly", "bash", "make", "tmux: server"]`. As the kernel tells them:
    /// make them visible before they are shown.
    public var steps: [String]

    /// Makes a chain of its steps, from the process that asked upwards.
    public init(_ steps: [String] = []) {
        self.steps = steps
    }
}

extension Provenance {
    /// More steps than these tell a person nothing.
    private static let longest = 6
    private static let longestName = 24

    /// On one line, shortened in its middle: `nightly ← bash ← make ← … ← systemd`; `nil` where nothing is known.
    public var line: String? {
        guard !steps.isEmpty else { return nil }
        let names = steps.map { VisibleText.line($0, limit: Provenance.longestName) }
        guard names.count > Provenance.longest else { return names.joined(separator: " ← ") }
        let start = names.prefix(Provenance.longest - 2)
        return (start + ["…"] + names.suffix(1)).joined(separator: " ← ")
    }
}
