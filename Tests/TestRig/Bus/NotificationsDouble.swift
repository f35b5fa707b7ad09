import FoundationEssentials

/// Stands where a desktop shows notifications, and keeps them.
package final class NotificationsDouble: Sendable {
    package struct Notification: Decodable, Sendable {
        package let app: String
        package let number: Int
        /// The number of the one in whose place it stands; 0 for a new one.
        package let replaces: Int
        package let title: String
        package let body: String
    }

    private let process: RunningProgram

    private init(process: RunningProgram) {
        self.process = process
    }

    /// - Parameter capabilities: what it claims to be able to; `hang` alone: it never answers.
    package static func start(on bus: PrivateBus, capabilities: [String]) async throws -> NotificationsDouble {
        let script = try Scripts.copy("notifications.py", into: bus.folder)
        let program = Program(
            ["/usr/bin/python3", script] + capabilities, environment: bus.environment, user: bus.folder.user)
        let process = try program.start()
        try await process.waitForOut("ready")
        return NotificationsDouble(process: process)
    }

    /// In the order in which they came.
    package var shown: [Notification] {
        process.out.split(separator: "\n").dropFirst().compactMap { line in
            try? JSONDecoder().decode(Notification.self, from: Data(line.utf8))
        }
    }

    package func stop() async {
        await process.stop()
    }
}
