package import AccountStore
package import SecretBytes

/// Asks the person wherever the caller leads to one: in the lines of the terminal that it passed, else by a dialog.
package struct PersonPrompter: Prompter, PassphraseAsking {
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

    /// By a dialog alone. On a terminal that was passed, whoever passed it hides what is typed, and puts the terminal right
    /// however it ends; the agent could not.
    package func passphrase(
        _ question: PassphraseQuestion, of caller: Caller
    ) async throws(PassphraseRefusal) -> SharedSecret {
        let place = caller.place()
        switch place {
        case .nowhere(let reason): throw .notAsked(reason)
        case .passedTerminal: throw .notAsked("it is for the program at the terminal to ask")
        case .ownTerminal, .display:
            let outcome: SharedSecret?
            do throws(PrompterError) {
                outcome = try await pinentry.passphrase(question, of: caller, at: place)
            } catch {
                throw .notAsked(error.reason)
            }
            guard let outcome else { throw .dismissed }
            return outcome
        }
    }
}
