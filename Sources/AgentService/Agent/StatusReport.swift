internal import AccountModel
internal import Glibc

/// Tells whoever started the agent how that went: on the status pipe, and trouble on stderr as well.
struct StatusReport: Sendable {
    let hasPipe: Bool

    /// - Parameter alone: why no further command will find this agent, where one would need it.
    func ready(alone: String?) {
        tell((["ready"] + (alone.map { [OneLine.visible($0, length: 2000)] } ?? [])).joined(separator: "\n"))
    }

    /// Another agent serves already, and this one ends.
    func taken() {
        tell("taken")
    }

    /// What happened on one line, the next step on another.
    func trouble(_ error: BrokerError) {
        tell(error.dbusMessage)
        let next = error.nextStep.map { "\n  \($0)" } ?? ""
        StatusReport.write("acctstore-agent: \(error.message)\(next)\n", to: STDERR_FILENO)
    }

    private func tell(_ text: String) {
        guard hasPipe else { return }
        StatusReport.write(text + "\n", to: AgentProcess.statusDescriptor)
        close(AgentProcess.statusDescriptor)
    }

    static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // The kernel reads no further than the slice's end.
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
