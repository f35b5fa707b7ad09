import TestRig
import Testing

/// One line of a problem with these words, the status, and the next step.
func expectProblem(
    _ ended: some Ended, _ status: Int32, _ check: String, _ words: String, next: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(ended.status == status, "\(ended.out)\(ended.err)", sourceLocation: sourceLocation)
    #expect(ended.err == "", sourceLocation: sourceLocation)
    let lines = (ended.out + "\n").split(separator: "\n", omittingEmptySubsequences: false).map { $0 + "\n" }
    guard
        let index = lines.firstIndex(where: {
            $0.hasPrefix("problem") && $0.dropFirst(9).hasPrefix(check) && $0.contains(words)
        })
    else {
        Issue.record("no such problem: \(ended.out)", sourceLocation: sourceLocation)
        return
    }
    #expect(lines[index + 1].hasPrefix("         next: \(next ?? "")"), "\(ended.out)", sourceLocation: sourceLocation)
}
