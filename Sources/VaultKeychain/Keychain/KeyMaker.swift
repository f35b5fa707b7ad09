import AccountModel
import AccountStore
import Dispatch

/// Makes keys of passphrases, on a thread of its own and one at a time: each takes much memory and a while, and what reads
/// and writes an open vault does not wait for it.
final class KeyMaker: Sendable {
    private let queue = DispatchQueue(label: "org.acctstore.vault.keys")
    /// One guess at a time of one program; what nobody asked for is one's own.
    private let guesses = Turns<ProgramIdentity?>()
    private let pause: Duration
    /// As many of one program may wait.
    private static let most = 16

    /// - Parameter pause: how long a program waits behind a wrong passphrase.
    init(pause: Duration) {
        self.pause = pause
    }

    /// Makes keys.
    func make<Result: Sendable>(
        _ step: @escaping @Sendable () throws(KeychainError) -> Result
    ) async throws(KeychainError) -> Result {
        try await queue.run(step)
    }

    /// Tries a passphrase. Throws `locked` for a wrong one, after the pause.
    func guess<Result: Sendable>(
        _ step: @escaping @Sendable () throws(KeychainError) -> Result
    ) async throws(KeychainError) -> Result {
        let refusal = KeychainError(.failed, "too many passphrases of this program wait to be tried")
        return try await guesses.take(Caller.current?.program, behindAtMost: KeyMaker.most, else: refusal) {
            () async throws(KeychainError) in
            if Task.isCancelled { throw KeychainError(.cancelled, "the request was withdrawn") }
            do throws(KeychainError) {
                return try await make(step)
            } catch {
                if error.code == .locked { await rest() }
                throw error
            }
        }
    }

    /// Not cut short by who goes away and comes again.
    private func rest() async {
        await Task { [pause] in try? await Task.sleep(for: pause) }.value
    }
}

extension DispatchQueue {
    /// Runs a step that blocks its thread, behind those before it.
    func run<Result: Sendable, Failure: Error>(
        _ step: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure> = await withCheckedContinuation { done in
            async { done.resume(returning: Swift.Result(catching: step)) }
        }
        return try outcome.get()
    }
}
