/// Stands where a desktop's password dialog stands: gnome-keyring asks it, and it answers as told.
package final class PrompterDouble: Sendable {
    package enum Answer: Sendable {
        case password(String)
        case dismiss
        /// Never answers.
        case hang
        /// Ends without an answer.
        case die
        /// Waits so many seconds, then gives the password.
        case late(Double, password: String)

        fileprivate var line: String {
            switch self {
            case .password(let text): "password \(text)"
            case .dismiss: "dismiss"
            case .hang: "hang"
            case .die: "die"
            case .late(let seconds, let text): "sleep \(seconds) password \(text)"
            }
        }
    }

    private let process: RunningProgram

    private init(process: RunningProgram) {
        self.process = process
    }

    /// Starts the double; each prompt takes one of the answers, and is dismissed when there are none left.
    package static func start(on bus: PrivateBus, answers: [Answer]) async throws -> PrompterDouble {
        let script = try Scripts.copy("prompter.py", into: bus.folder)
        let program = Program(
            ["/usr/bin/python3", script] + answers.map(\.line), environment: bus.environment, user: bus.folder.user)
        let process = try program.start()
        try await process.waitForOut("ready")
        return PrompterDouble(process: process)
    }

    /// How many prompts were shown so far.
    package var promptCount: Int { process.out.split(separator: "\n").count { $0 == "prompt" } }

    package func stop() async {
        await process.stop()
    }
}
