package import AccountStore
package import SecretBytes

/// Asks the person wherever the caller leads to one: in the lines of the terminal that it passed, else by a dialog.
package struct PersonPrompter: Prompter, PassphraseAsking {
    private let terminal: TerminalPrompter
    private let pinentry: PinentryPrompter

    /// - Parameters:
    ///   - environment: the agent's own. `PATH` tells where pinentry is looked for.
    ///   - silence: how long a question waits for its answer, both steps of a dialog together. Whole seconds.
    package init(environment: [String: String], silence: Duration = .seconds(120)) {
        let screens = Screens()
        terminal = TerminalPrompter(silence: silence, screens: screens)
        pinentry = PinentryPrompter(environment: environment, silence: silence, screens: screens)
    }

    package func ask(
        _ question: AccessQuestion, of caller: Caller, at place: AskingPlace
    ) async throws(PrompterError) -> AccessAnswer {
        switch place {
        case .nowhere(let reason): throw PrompterError(reason)
        case .passedTerminal(let passed): try await terminal.ask(question, of: caller, on: passed)
        case .ownTerminal(let own): try await pinentry.ask(question, of: caller, on: own)
        case .display(let display): try await pinentry.ask(question, of: caller, on: display)
        }
    }

    /// By a dialog alone. On a terminal that was passed, whoever passed it hides what is typed, and puts the terminal right
    /// however it ends; the agent could not.
    package func passphrase(
        _ question: PassphraseQuestion, of caller: Caller
    ) async throws(PassphraseRefusal) -> SharedSecret {
        let outcome: SharedSecret?
        do throws(PrompterError) {
            switch await caller.place() {
            case .nowhere(let reason): throw PrompterError(reason)
            case .passedTerminal: throw PrompterError("it is for the program at the terminal to ask")
            case .ownTerminal(let own): outcome = try await pinentry.passphrase(question, of: caller, on: own)
            case .display(let display): outcome = try await pinentry.passphrase(question, of: caller, on: display)
            }
        } catch {
            throw .notAsked(error.reason)
        }
        guard let outcome else { throw .dismissed }
        return outcome
    }
}
