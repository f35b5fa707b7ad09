import FoundationEssentials

/// A stand-in for the Secret Service that shows what no real one can be made to show.
package final class FakeSecretService: Sendable {
    /// How it behaves; as a plain, unlocked, in-memory service where nothing is said.
    package struct Behaviour: Encodable, Sendable {
        package enum Alias: String, Encodable, Sendable {
            /// The alias `default` leads to a collection, and is an object itself.
            case exported
            /// ReadAlias gives the collection's own path; nothing stands at the alias's path.
            case notExported = "not-exported"
            /// ReadAlias gives "/".
            case none
        }

        package enum Prompt: String, Encodable, Sendable {
            /// Completes with dismissed=false, and the collection is unlocked.
            case complete
            /// Completes with dismissed=true.
            case dismiss
            /// Never completes.
            case never
            /// The object is gone before it can be asked.
            case vanish
        }

        package var alias = Alias.exported
        package var locked = false
        package var prompt = Prompt.complete
        /// Methods that fail, by their names, with the D-Bus error given.
        package var fail: [String: String] = [:]
        /// The collection's label while it is open, and while it is locked.
        package var label = "Fake"
        package var lockedLabel = "Fake"
        /// Whether an attribute stays that is not given any more.
        package var keepsAttributes = false
        /// Whether a locked item has an empty secret and takes every change without effect.
        package var pretends = false
        /// Whether the secrets of several items are refused with InvalidArgs where one is gone.
        package var refusesUnknown = false
        /// Attributes that each item has of the service's own, and in which no change is taken.
        package var adds: [String: String] = [:]
        /// Whether a request to lock is answered with a prompt, and done a moment after the prompt has ended.
        package var locksLater = false
        /// Whether a search in the collection finds an item that is no object.
        package var findsHidden = false
        /// Whether each item is given out only after a question about it, though the collection is open.
        package var guards = false
        /// Whether the secrets of open items are left out.
        package var withholds = false
        /// Methods that never answer, by their names.
        package var hang: [String] = []

        package init() {}
    }

    package static let collection = "/org/freedesktop/secrets/collection/fake"
    private let process: RunningProgram

    private init(process: RunningProgram) {
        self.process = process
    }

    package static func start(
        on bus: PrivateBus, _ behaviour: Behaviour = Behaviour()
    ) async throws -> FakeSecretService {
        let script = try Scripts.copy("fake_secret_service.py", into: bus.folder)
        let wanted = String(decoding: try JSONEncoder().encode(behaviour), as: UTF8.self)
        let program = Program(
            ["/usr/bin/python3", script, wanted], environment: bus.environment, user: bus.folder.user)
        let process = try program.start()
        try await process.waitForOut("ready")
        return FakeSecretService(process: process)
    }

    /// The methods called so far, by their names and in order.
    package var calls: [String] {
        process.out.split(separator: "\n").filter { $0.hasPrefix("call ") }.map { String($0.dropFirst(5)) }
    }

    /// What it wrote to stderr: nothing, unless it has a bug.
    package var errors: String { process.err }

    package func stop() async {
        await process.stop()
    }
}
