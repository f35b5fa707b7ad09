import AccountModel
import AccountStore
import CShims
import Glibc
import SystemCalls

/// Asks by a dialog of pinentry. One at a time over all programs.
struct PinentryPrompter: Sendable {
    /// The agent's own.
    let environment: [String: String]
    /// How long a question waits for its answer, both steps together. Whole seconds.
    let silence: Duration
    let screens: Screens

    /// On a desktop.
    func ask(
        _ question: AccessQuestion, of caller: Caller, on display: AskingPlace.Display
    ) async throws(PrompterError) -> AccessAnswer {
        try await screens.turns.take(.dialog) { await show(question, .display, display.variables, caller) }.get()
    }

    /// On the caller's own terminal.
    func ask(
        _ question: AccessQuestion, of caller: Caller, on own: AskingPlace.OwnTerminal
    ) async throws(PrompterError) -> AccessAnswer {
        guard own.canShowDialog else {
            throw PrompterError("its terminal is of no type (TERM) on which a dialog can be shown")
        }
        // A question in the lines of the same terminal would share its keys. Its turn comes first: who waits for it holds
        // up no other program's dialog.
        let device = acctstore_terminal_device(own.descriptor.rawValue)
        return try await screens.turns.take(.terminal(device)) {
            await screens.turns.take(.dialog) { await show(question, .terminal(own), own.variables, caller) }
        }.get()
    }

    private func show(
        _ question: AccessQuestion, _ place: PinentryDialog.Place, _ variables: [String: String], _ caller: Caller
    ) async -> Result<AccessAnswer, PrompterError> {
        let text = DialogText(question: question, provenance: caller.provenance, alphabet: place.alphabet)
        return await withdrawable { isWithdrawn in
            let isWanted = { !isWithdrawn() && caller.isRunning() && (place.isDisplay || caller.isInForeground()) }
            return converse(text, at: place, childEnvironment(variables), isWanted)
        }
    }

    /// Tries the programs that there are until one shows the dialog.
    private func converse(
        _ text: DialogText, at place: PinentryDialog.Place, _ variables: [String: String],
        _ isWanted: @escaping () -> Bool
    ) -> Result<AccessAnswer, PrompterError> {
        var reason =
            place.isDisplay
            ? "no pinentry for a desktop is installed" : "pinentry-curses, which asks on a terminal, is not installed"
        for program in PinentryProgram.installed(forTerminal: !place.isDisplay, on: environment["PATH"]) {
            guard isWanted() else { return .success(.unanswered) }
            do throws(PinentryDialog.Trouble) {
                return try run(program, text, at: place, variables, isWanted)
            } catch {
                guard case .cannotShow(let why) = error else { return .success(.unanswered) }
                reason = why
            }
        }
        return .failure(PrompterError(reason))
    }

    private func run(
        _ program: PinentryProgram, _ text: DialogText, at place: PinentryDialog.Place, _ variables: [String: String],
        _ isWanted: @escaping () -> Bool
    ) throws(PinentryDialog.Trouble) -> Result<AccessAnswer, PrompterError> {
        let state = place.terminal.flatMap { TerminalState(of: $0.descriptor, type: $0.type) }
        if place.terminal != nil, state == nil { throw .cannotShow("its terminal cannot be used") }
        let process: PinentryProcess
        do throws(SystemError) {
            process = try PinentryProcess(program.path, environment: variables, terminal: place.terminal?.descriptor)
        } catch {
            throw .cannotShow("\(program.path) cannot be started: \(error.words)")
        }
        var wasShown = false
        defer {
            let ending = process.end()
            state?.restore(wasInterrupted: wasShown && ending != .exited)
        }
        var dialog = PinentryDialog(process, at: place, text: text, end: .now + silence, isWanted: isWanted)
        try dialog.prepare(program)
        wasShown = true
        let outcome = dialog.ask()
        if dialog.isDone { dialog.finish() }
        return outcome
    }

    /// What a dialog needs to be shown to the person, and nothing else of the agent's.
    private func childEnvironment(_ variables: [String: String]) -> [String: String] {
        let kept = ["PATH", "HOME", "USER", "LOGNAME", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_DATA_DIRS"]
        return environment.filter { kept.contains($0.key) }.merging(variables) { $1 }
    }
}

extension PinentryDialog.Place {
    var terminal: AskingPlace.OwnTerminal? {
        if case .terminal(let own) = self { own } else { nil }
    }

    var isDisplay: Bool { terminal == nil }

    var alphabet: DialogText.Alphabet {
        guard let terminal else { return .everything }
        let locale = (terminal.locale ?? "").lowercased()
        return locale.contains("utf-8") || locale.contains("utf8") ? .everything : .ascii
    }
}

extension AskingPlace.OwnTerminal {
    /// On a terminal that cannot move its cursor a dialog is a line without its answers, and Enter would be a yes to what
    /// nobody can read.
    fileprivate var canShowDialog: Bool { type.map { $0 != "dumb" } ?? false }

    fileprivate var variables: [String: String] {
        var variables = type.map { ["TERM": $0] } ?? [:]
        if let locale { variables["LC_ALL"] = locale }
        return variables
    }
}
