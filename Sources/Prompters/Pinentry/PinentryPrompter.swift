import AccountModel
import AccountStore
import CShims
import Glibc
import SecretBytes
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
        try await show(on: display, caller, asking(question, of: caller))
    }

    /// On the caller's own terminal.
    func ask(
        _ question: AccessQuestion, of caller: Caller, on own: AskingPlace.OwnTerminal
    ) async throws(PrompterError) -> AccessAnswer {
        try await show(on: own, caller, asking(question, of: caller))
    }

    /// `nil` where the person dismissed the dialog, or nobody wants the passphrase any more.
    func passphrase(
        _ question: PassphraseQuestion, of caller: Caller, on display: AskingPlace.Display
    ) async throws(PrompterError) -> SharedSecret? {
        try await show(on: display, caller, reading(question, of: caller))
    }

    /// The same on the caller's own terminal.
    func passphrase(
        _ question: PassphraseQuestion, of caller: Caller, on own: AskingPlace.OwnTerminal
    ) async throws(PrompterError) -> SharedSecret? {
        try await show(on: own, caller, reading(question, of: caller))
    }

    /// What a dialog is there for.
    private struct Use<Answer: Sendable>: Sendable {
        /// The answer where nobody wants one any more.
        let withdrawn: Answer
        let run: @Sendable (inout PinentryDialog, DialogText.Alphabet) -> Result<Answer, PrompterError>
    }

    private func asking(_ question: AccessQuestion, of caller: Caller) -> Use<AccessAnswer> {
        Use(withdrawn: .unanswered) { dialog, alphabet in
            dialog.ask(DialogText(question: question, provenance: caller.provenance, alphabet: alphabet))
        }
    }

    private func reading(_ question: PassphraseQuestion, of caller: Caller) -> Use<SharedSecret?> {
        Use(withdrawn: nil) { dialog, alphabet in
            dialog.passphrase(PassphraseText(question: question, program: caller.program, alphabet: alphabet))
        }
    }

    private func show<Answer>(
        on display: AskingPlace.Display, _ caller: Caller, _ use: Use<Answer>
    ) async throws(PrompterError) -> Answer {
        try await screens.turns.take(.dialog) { await converse(.display, display.variables, caller, use) }.get()
    }

    private func show<Answer>(
        on own: AskingPlace.OwnTerminal, _ caller: Caller, _ use: Use<Answer>
    ) async throws(PrompterError) -> Answer {
        guard own.canShowDialog else {
            throw PrompterError("its terminal is of no type (TERM) on which a dialog can be shown")
        }
        // A question in the lines of the same terminal would share its keys. Its turn comes first: who waits for it holds
        // up no other program's dialog.
        let device = acctstore_terminal_device(own.descriptor.rawValue)
        return try await screens.turns.take(.terminal(device)) {
            await screens.turns.take(.dialog) { await converse(.terminal(own), own.variables, caller, use) }
        }.get()
    }

    private func converse<Answer>(
        _ place: PinentryDialog.Place, _ variables: [String: String], _ caller: Caller, _ use: Use<Answer>
    ) async -> Result<Answer, PrompterError> {
        await withdrawable { isWithdrawn in
            let isWanted = { !isWithdrawn() && caller.isRunning() && (place.isDisplay || caller.isInForeground()) }
            return tryPrograms(at: place, childEnvironment(variables), isWanted, use)
        }
    }

    /// Tries the programs that there are until one shows the dialog.
    private func tryPrograms<Answer>(
        at place: PinentryDialog.Place, _ variables: [String: String], _ isWanted: @escaping () -> Bool,
        _ use: Use<Answer>
    ) -> Result<Answer, PrompterError> {
        var reason =
            place.isDisplay
            ? "no pinentry for a desktop is installed" : "pinentry-curses, which asks on a terminal, is not installed"
        for program in PinentryProgram.installed(forTerminal: !place.isDisplay, on: environment["PATH"]) {
            guard isWanted() else { return .success(use.withdrawn) }
            do throws(PinentryDialog.Trouble) {
                return try run(program, at: place, variables, isWanted, use)
            } catch {
                guard case .cannotShow(let why) = error else { return .success(use.withdrawn) }
                reason = why
            }
        }
        return .failure(PrompterError(reason))
    }

    private func run<Answer>(
        _ program: PinentryProgram, at place: PinentryDialog.Place, _ variables: [String: String],
        _ isWanted: @escaping () -> Bool, _ use: Use<Answer>
    ) throws(PinentryDialog.Trouble) -> Result<Answer, PrompterError> {
        var state = place.terminal.flatMap { TerminalState(of: $0.descriptor, type: $0.type) }
        if place.terminal != nil, state == nil { throw .cannotShow("its terminal cannot be used") }
        let process: PinentryProcess
        do throws(SystemError) {
            process = try PinentryProcess(program.path, environment: variables, terminal: place.terminal?.descriptor)
        } catch {
            throw .cannotShow("\(program.path) cannot be started: \(error.words)")
        }
        var wasShown = false
        defer {
            let isTaken = { place.terminal?.isTaken() ?? false }
            let isLeft = !isWanted()
            if isLeft, wasShown, !isTaken() { state?.noteDialog() }
            // What it would put right at its end are the modes of a terminal that is a shell's by now.
            let ending = process.end(atOnce: isLeft && PinentryPrompter.soon(isTaken))
            state?.restore(wasInterrupted: wasShown && ending != .exited, isTaken: isTaken)
        }
        var dialog = PinentryDialog(process, at: place, end: .now + silence) {
            guard isWanted() else { return false }
            if wasShown { state?.noteDialog() }
            return true
        }
        try dialog.prepare(program)
        wasShown = true
        let outcome = use.run(&dialog, place.alphabet)
        if dialog.isDone { dialog.finish() }
        return outcome
    }

    /// Whether a shell takes the terminal of a program that has ended, which it does a moment later; a script that goes on keeps it.
    private static func soon(_ isTaken: () -> Bool) -> Bool {
        for _ in 0..<10 {
            if isTaken() { return true }
            usleep(5000)
        }
        return isTaken()
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
