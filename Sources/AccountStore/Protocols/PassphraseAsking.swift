public import SecretBytes

/// Asks the person for the passphrase of a keychain that has one of its own, or of a bundle.
public protocol PassphraseAsking: Sendable {
    /// Asks at the caller's place, without showing what is typed.
    ///
    /// Throws where the person dismissed the question, and where nobody can be asked.
    func passphrase(_ question: PassphraseQuestion, of caller: Caller) async throws(PassphraseRefusal) -> SharedSecret
}

/// What a passphrase is asked for.
public struct PassphraseQuestion: Hashable, Sendable {
    /// What is to become of it.
    public enum Purpose: Hashable, Sendable {
        /// To open what is there.
        case opening
        /// To be the passphrase from now on: asked for twice, and again until both are the same.
        case setting
    }

    /// What the passphrase is of.
    public enum Container: Hashable, Sendable {
        /// Where accounts are kept.
        case vault
        /// A file that carries accounts to another machine.
        case bundle
    }

    /// The longest passphrase, in bytes.
    public static let longestAnswer = 1024

    /// What is to become of it.
    public var purpose: Purpose
    /// What it is of.
    public var container: Container
    /// The file, for the question.
    public var path: String
    /// What was wrong with the last answer, on one line; `nil` at the first question.
    public var complaint: String?

    /// Makes a question of its parts.
    public init(_ purpose: Purpose, of container: Container = .vault, path: String, complaint: String? = nil) {
        self.purpose = purpose
        self.container = container
        self.path = path
        self.complaint = complaint
    }
}

/// There is no passphrase.
public enum PassphraseRefusal: Error, Hashable, Sendable {
    /// The person closed the question.
    case dismissed
    /// Nobody was asked, or the question came to nothing, for this reason: `it has no terminal`.
    case notAsked(String)
}

extension Caller {
    /// For whom a request is worked on, for what has to ask the person deep inside of it; `nil` outside of requests.
    @TaskLocal public static var current: Caller?

    /// Runs the work of a request with its caller as the current one.
    package static func working<Result, Failure: Error>(
        for caller: Caller, _ work: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure> = await $current.withValue(caller) {
            do throws(Failure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}
