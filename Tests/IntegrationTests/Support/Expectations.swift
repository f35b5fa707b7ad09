import AcctstoreCLI
import CommandLineKit
import TestRig
import Testing

/// A command that has ended, wherever it ran.
protocol Ended {
    var status: Int32 { get }
    var out: String { get }
    var err: String { get }
}

extension CommandResult: Ended {}
extension Outcome: Ended {}

extension Ended {
    /// What the error says, without its label; nil where there is not exactly one.
    var errorLine: String? {
        let lines = err.split(separator: "\n").filter { $0.hasPrefix("error: ") }
        return lines.count == 1 ? String(lines[0].dropFirst(7)) : nil
    }

    /// The next steps, without their labels.
    var nextSteps: [String] {
        err.split(separator: "\n").filter { $0.hasPrefix("next: ") }.map { String($0.dropFirst(6)) }
    }
}

/// Holds a failure to its status, to nothing on stdout, and to one line that has all of `words`.
func expectFailure(
    _ ended: some Ended, _ status: Int32, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(ended.status == status, "\(ended.err)", sourceLocation: sourceLocation)
    #expect(ended.out == "", sourceLocation: sourceLocation)
    guard let line = ended.errorLine else {
        Issue.record("not one line of error: \(ended.err)", sourceLocation: sourceLocation)
        return
    }
    for word in words {
        #expect(line.contains(word), "\(ended.err)", sourceLocation: sourceLocation)
    }
    // A next step that looks like a command of ours is one.
    for step in ended.nextSteps where step.hasPrefix("acctstore ") {
        let words = ShellWords.split(step) ?? []
        let command = try? Tool.command.parse(words.dropFirst().map { RawArgument($0) })
        #expect(command != nil, "there is no command \(step)", sourceLocation: sourceLocation)
    }
    // Names of GLib and D-Bus are no words for a person.
    for name in ["GDBus", "org.freedesktop.DBus.Error", "g-io-error"] {
        #expect(!ended.err.contains(name), "\(ended.err)", sourceLocation: sourceLocation)
    }
}

/// Holds a success to its stdout.
func expectSuccess(
    _ ended: some Ended, prints out: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(ended.status == 0, "\(ended.err)", sourceLocation: sourceLocation)
    if let out { #expect(ended.out == out, "\(ended.err)", sourceLocation: sourceLocation) }
}
