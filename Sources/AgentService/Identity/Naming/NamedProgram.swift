package import AccountModel
import Glibc
import SystemCalls

/// A program with the process that gave it its name.
package struct NamedProgram: Sendable {
    package var program: ProgramIdentity
    /// The name of the sandbox's own start of the program, for which an answer of "once" holds.
    package var sandboxInstance: String?
    /// What stands round a program in a sandbox, whatever sessions and further namespaces it makes inside.
    package var border: FileIdentity?
    /// The process that asked and those above it.
    package var provenance: Provenance
    /// An answer of "once" holds as long as this process runs.
    package var process: ProcessFacts
    package var hold: ProcessHold
}

/// The process at the other end cannot be looked at, so nothing is done for it.
package struct NamingRefusal: Error, Hashable, Sendable {
    /// For the message: `its executable cannot be read`.
    package var reason: String
    /// Whether the agent, or the machine, is short of what the look takes: that says nothing of the process.
    package let isShortage: Bool

    package init(reason: String) {
        self.reason = reason
        isShortage = false
    }

    static let ended = NamingRefusal(reason: "its process is gone")

    /// - Parameter number: what a system call failed with; `nil` comes of one that tells of what was looked at.
    init?(shortage number: Int32) {
        guard [EMFILE, ENFILE, ENOMEM].contains(number) else { return nil }
        reason = SystemError.words(number)
        isShortage = true
    }

    /// What the program is told for which this stands in the way.
    ///
    /// - Parameter pid: its process.
    func explained(of pid: Int32) -> BrokerError {
        let message = "cannot tell which program process \(pid) is: \(reason)"
        return isShortage
            ? BrokerError(.unavailable, message, nextStep: "try again") : BrokerError(.accessDenied, message)
    }

    /// Throws where a system call failed with such a number.
    static func check(_ number: Int32) throws(NamingRefusal) {
        if let shortage = NamingRefusal(shortage: number) { throw shortage }
    }
}
