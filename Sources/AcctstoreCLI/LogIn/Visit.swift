import AccountModel
import TerminalText

/// The way to the service's page and back, as the person sees it.
struct Visit {
    let page: LogInVisit
    let handle: LogInHandle
    let broker: any Broker
    let context: CommandContext
    /// Whether the page may be opened from here: not where the person asked for a PIN.
    let mayOpenBrowser: Bool
    /// Whether the address may be drawn as a code too.
    let mayDraw: Bool

    private enum Event: Sendable {
        case stepped(LogInStep)
        case failed(BrokerError)
        case typed(Arrival.Outcome)
    }

    /// Tells the address, and opens it where that can be done.
    func begin() async {
        if let remark = page.remark { context.messages.note(OneLine.visible(remark, length: 500)) }
        if let note = page.note {
            let way = page.landing == nil && !page.showsCode ? "by PIN" : "by hand"
            context.messages.instruction("\(OneLine.visible(note, length: 500)); so \(way):")
        }
        let address = OneLine.visible(page.url, length: 8192)
        let isOpened = mayOpenBrowser && open(address)
        // Somebody who has sent the messages elsewhere must still see where to go.
        let isSeenElsewhere = !context.messages.sink.isTerminal && context.canAsk
        for line in [words(isOpened: isOpened), "", address, ""] + hint(isOpened: isOpened) {
            context.messages.instruction(line)
            if isSeenElsewhere { context.terminal.show(line) }
        }
        await draw(page.completeURL.map { OneLine.visible($0, length: 8192) } ?? address)
    }

    /// For a phone, where there is no browser on this machine: a PIN can be read there and typed here.
    private func draw(_ address: String) async {
        guard mayDraw, page.callback == nil, page.landing == nil,
            !BrowserChoice(environment: context.environment).isThere,
            context.messages.sink.isTerminal, context.messages.characters == .utf8,
            let columns = context.messages.sink.width,
            let lines = await QRCode.lines(for: address, columns: columns)
        else { return }
        for line in lines + [""] { context.messages.note(line) }
    }

    /// What the person is asked for while the page is open.
    var prompt: String {
        if page.callback != nil { return "Waiting for the browser; or paste the address that it ended at: " }
        if page.landing != nil { return "The address that the browser ended at: " }
        return page.showsCode ? "Authorization code: " : "PIN: "
    }

    private func open(_ address: String) -> Bool {
        guard let command = BrowserChoice(environment: context.environment).command(for: address) else { return false }
        return context.startApart(command)
    }

    /// The address stands on a line of its own, whole, so that it can be copied.
    private func words(isOpened: Bool) -> String {
        let what =
            if let code = page.userCode {
                "and type the code \(OneLine.visible(code, length: 64))"
            } else if page.callback == nil, page.landing == nil {
                "allow the access, and give the \(page.showsCode ? "authorization code" : "PIN") that is shown"
            } else {
                "and allow the access"
            }
        return isOpened
            ? "Your browser opens. Where it does not, open this address, \(what):"
            : "Open this address in any browser, on any machine, \(what):"
    }

    private func hint(isOpened: Bool) -> [String] {
        if page.userCode != nil { return waiting }
        if let landing = page.landing {
            return [
                "In the end the browser goes to \(OneLine.visible(landing, length: 500)), which may show an error.",
                "Paste the whole address that it ended at.",
            ]
        }
        guard let callback = page.callback, !isOpened else { return [] }
        return [
            "In the end the browser goes to \(OneLine.visible(callback, length: 500)), which only a browser on this",
            "machine can load. Paste the whole address that it ended at.",
        ]
    }

    /// Where the page has the code already, the person compares it.
    private var waiting: [String] {
        let other = page.completeURL.map {
            ["Or this one, which shows the code by itself:", "", OneLine.visible($0, length: 8192), ""]
        }
        return (other ?? []) + ["Waiting until the access is allowed there."]
    }
}

/// The way back: what comes first counts, the browser or what is typed.
extension Visit {
    /// Waits for the browser alone.
    func comeBack() async throws(BrokerError) -> LogInStep {
        try await broker.continueLogIn(handle, with: .browser)
    }

    /// Waits for both at once. The terminal is read by the agent, and only once there is a line: until then this command
    /// can be stopped, and what is typed is the shell's.
    func comeBack(orTyped terminal: Descriptor) async throws -> LogInStep {
        let (broker, handle, own) = (broker, handle, context.terminal)
        return try await withThrowingTaskGroup(of: Event.self) { events in
            events.addTask {
                do throws(BrokerError) {
                    return .stepped(try await broker.continueLogIn(handle, with: .browser))
                } catch {
                    return .failed(error)
                }
            }
            events.addTask { .typed(await Arrival.wait(on: terminal) { own.isInForeground }) }
            defer { events.cancelAll() }
            while let event = try await events.next() {
                switch event {
                case .stepped(.overtaken): continue
                case .stepped(let step):
                    leavePrompt()
                    return step
                case .failed(let error):
                    leavePrompt()
                    throw error
                case .typed(.cancelled): continue
                case .typed(let arrival):
                    if arrival == .end { own.show("") }
                    let step = try await broker.continueLogIn(handle, with: .pin(terminal))
                    // The browser was faster: its step comes in a moment.
                    if case .overtaken = step { continue }
                    return step
                }
            }
            throw BrokerError(.failed, "the log-in was answered twice")
        }
    }

    /// The cursor stands behind the prompt; a half-typed line is not for the shell.
    private func leavePrompt() {
        context.terminal.dropTyped()
        context.terminal.show("")
    }
}
