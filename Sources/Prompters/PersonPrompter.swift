package import AccountStore

/// Asks the person wherever the caller leads to one: in the lines of the terminal that it passed, else by a dialog.
package struct PersonPrompter: Prompter {
    private let terminal: TerminalPrompter
    private let pinentry: PinentryPrompter

    /// - Parameter environment: the agent's own, which tells where pinentry is.
    package init(environment: [String: String]) {
        let screens = Screens()
        terminal = TerminalPrompter(screens: screens)
        pinentry = PinentryPrompter(environment: environment, screens: screens)
    }

    package func ask(
        _ question: AccessQuestion, of caller: Caller
    ) async throws(PrompterError) -> AccessAnswer {
        // Looked up once: it takes a while.
        let place = caller.place()
        return switch place {
        case .passedTerminal, .nowhere: try await terminal.ask(question, of: caller, at: place)
        case .ownTerminal, .display: try await pinentry.ask(question, of: caller, at: place)
        }
    }
}
