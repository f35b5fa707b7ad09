package import AccountModel

/// The controlling terminal: where the person is asked, whatever the standard streams are.
package protocol Terminal: Sendable {
    /// The terminal, open for reading and writing; `nil` where this process has none.
    var descriptor: Descriptor? { get }

    /// Whether this process may read from it now: it exists, and the shell has not put the process in the background.
    var isInForeground: Bool { get }

    /// Shows a line that the person needs while the terminal is read.
    func show(_ line: String)

    /// Throws away what was typed and not read.
    func dropTyped()

    /// Asks, and gives the line that was typed, without its end; `nil` at the end of input. What was typed before the
    /// question is thrown away.
    func ask(_ question: String) async -> String?

    /// Shows a prompt and lends the terminal to somebody else for reading: what is typed never enters this process.
    ///
    /// With `hidden` what is typed is not shown. The terminal is as it was before when this returns or throws, and when
    /// a signal ends or stops the process.
    func lend<Result: Sendable>(
        prompt: String, hidden: Bool, _ reader: (Descriptor) async throws -> Result
    ) async throws -> Result

    /// Shows nothing that is typed until this returns, throws, or a signal ends or stops the process: for several hidden prompts,
    /// between which what was typed ahead is neither shown nor thrown away.
    func hideTyping<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result
}

/// The person's answers to a question with fixed words.
enum Confirmation {
    /// Asks until the answer is one of the words, with blanks around it or none; three other answers, and the end of input, are a
    /// no.
    ///
    /// - Parameter question: without the list of answers, which is added.
    static func ask(_ question: String, on terminal: any Terminal) async -> Bool {
        for _ in 1...3 {
            guard let answer = await terminal.ask("\(question) yes, no: ") else { return false }
            switch answer.trimmingBlanks.lowercased() {
            case "yes": return true
            case "no": return false
            default: terminal.show("type yes or no")
            }
        }
        return false
    }
}
