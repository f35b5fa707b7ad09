/// A program to run: a real process, by default in a session of its own and so without a terminal.
package struct Program: Sendable {
    package enum Input: Sendable {
        /// `/dev/null`.
        case none
        /// These bytes, then end of file.
        case bytes([UInt8])
        /// A pipe that stays open until ``RunningProgram/closeInput()``.
        case open

        package static func text(_ text: String) -> Input { .bytes(Array(text.utf8)) }
    }

    /// The file to run, by its path or looked up on the tests' own PATH, and its arguments.
    package var command: [String]
    /// The whole environment; nothing is inherited.
    package var environment: [String: String]
    package var input: Input
    package var user: RigUser
    package var directory: String?
    /// False: the process stays in the tests' own session.
    package var ownSession = true

    package init(
        _ command: [String], environment: [String: String], input: Input = .none, user: RigUser = .rig,
        directory: String? = nil
    ) {
        self.command = command
        self.environment = environment
        self.input = input
        self.user = user
        self.directory = directory
    }

    /// Starts the program and returns at once.
    package func start() throws(RigError) -> RunningProgram {
        try RunningProgram(self)
    }

    /// Runs the program to its end. Throws where it has not ended by `deadline`; it is killed then.
    package func run(deadline: Duration = .seconds(90)) async throws -> Outcome {
        try await start().finish(deadline: deadline)
    }
}

/// How a process ended and what it wrote.
package struct Outcome: Sendable {
    package let ending: Ending
    package let outBytes: [UInt8]
    package let errBytes: [UInt8]

    package var out: String { String(decoding: outBytes, as: UTF8.self) }
    package var err: String { String(decoding: errBytes, as: UTF8.self) }

    /// The exit status; for a signal, 128 and its number, as a shell tells it.
    package var status: Int32 {
        switch ending {
        case .exited(let status): status
        case .signalled(let number): 128 + number
        }
    }
}

package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case signalled(Int32)
}
