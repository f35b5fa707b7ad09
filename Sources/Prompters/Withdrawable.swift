import Dispatch
import Synchronization

/// Runs a conversation with the person, which blocks, on a thread of its own. It ends soon after the task is cancelled,
/// since it asks `isWithdrawn` all the time.
func withdrawable<Outcome: Sendable>(
    _ body: @escaping @Sendable (_ isWithdrawn: @escaping @Sendable () -> Bool) -> Outcome
) async -> Outcome {
    let withdrawal = Withdrawal()
    return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "org.acctstore.question").async {
                continuation.resume(returning: body { withdrawal.isDone.load(ordering: .relaxed) })
            }
        }
    } onCancel: {
        withdrawal.isDone.store(true, ordering: .relaxed)
    }
}

private final class Withdrawal: Sendable {
    let isDone = Atomic(false)
}
