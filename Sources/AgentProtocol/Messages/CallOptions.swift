package import AccountModel
internal import GLibBridge

/// The options that every call may have.
package struct CallOptions: Sendable {
    /// Whether the person may be asked.
    package var interactive: Bool
    /// Seconds after which the request is given up; `nil` for the agent's own limits.
    package var timeout: Int?
    /// The caller's controlling terminal.
    package var terminal: Descriptor?
    /// Where the caller wants to be told what is sent and answered: the writer of a ``TraceChannel``.
    package var trace: Descriptor?

    package init(
        interactive: Bool = true, timeout: Int? = nil, terminal: Descriptor? = nil, trace: Descriptor? = nil
    ) {
        self.interactive = interactive
        self.timeout = timeout
        self.terminal = terminal
        self.trace = trace
    }

    package func write(to message: inout MessageWriter) {
        message.setOption("interactive", .boolean(interactive))
        message.setOption("timeout", timeout.map { .uint32(UInt32(clamping: $0)) })
        message.setOption("terminal", terminal)
        message.setOption("trace", trace)
    }

    package init(from message: MessageReader) throws(MalformedMessage) {
        interactive = try message.booleanOption("interactive") ?? true
        timeout = try message.numberOption("timeout")
        terminal = try message.descriptorOption("terminal")
        trace = try message.descriptorOption("trace")
    }
}
