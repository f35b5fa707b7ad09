internal import AccountModel
internal import AgentClient
internal import CAcctstore

/// The options of one call.
struct CallSettings: Sendable {
    private let interactive: Bool
    private let terminal: Descriptor?
    let timeout: Duration?
    let cancellation: Cancellation?

    /// Whether the host may stop waiting before the call has ended.
    var mayBeGivenUp: Bool { timeout != nil || cancellation != nil }

    /// Reads the host's `acctstore_options`; nil for the usual.
    init(_ pointer: UnsafePointer<acctstore_options>?) throws(BrokerError) {
        guard let pointer = unsafe pointer else {
            (interactive, terminal, timeout, cancellation) = (true, nil, nil, nil)
            return
        }
        let options = try unsafe Structure.read(pointer, over: acctstore_options(), "options")
        let flags = unsafe options.flags
        guard flags & ~(ACCTSTORE_NO_QUESTIONS | ACCTSTORE_ON_TERMINAL) == 0 else {
            throw .invalid("options: \(flags) has flags that are not known")
        }
        interactive = flags & ACCTSTORE_NO_QUESTIONS == 0
        terminal =
            flags & ACCTSTORE_ON_TERMINAL == 0
            ? nil : try unsafe Argument.descriptor(options.terminal, "options: the terminal")
        let milliseconds = unsafe options.timeout_ms
        guard milliseconds >= 0 else { throw .invalid("options: the time-out is negative") }
        timeout = milliseconds == 0 ? nil : .milliseconds(milliseconds)
        cancellation = unsafe options.cancel.map { unsafe Handle.borrow(Cancellation.self, $0) }
    }

    /// Tells the connection; its own time-out and the agent's come after the one that is waited for here.
    func apply(to options: inout ConnectionOptions) {
        options.interactive = interactive
        options.terminal = terminal
        options.timeout = timeout.map { Int($0 / .seconds(1)) + 2 }
    }
}
