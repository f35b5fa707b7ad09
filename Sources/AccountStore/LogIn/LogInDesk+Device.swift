import AccountModel
import OAuth

/// The wait of a log-in with a code for another device.
extension LogInDesk {
    /// Tells the code that the person is to type.
    func beginDevice(_ plan: LogInPlan, _ handle: LogInHandle) async throws(BrokerError) -> Advance {
        let (visit, waiting) = try await DeviceLogIn(plan, parts).begin()
        return (PendingLogIn(plan: plan, stage: .polling(waiting)), .visit(visit, handle))
    }

    /// Asks the service until the person has typed the code, or it is no longer good.
    func awaitDevice(
        _ begun: DeviceLogIn.Waiting, _ plan: LogInPlan, _ handle: LogInHandle
    ) async throws(BrokerError) -> LogInStep {
        let received: ReceivedCredential
        do throws(BrokerError) {
            received = try await poll(begun, plan, handle)
        } catch {
            cancel(handle)
            throw error
        }
        let step = try await parts.logIns.advance(handle, of: caller.origin) {
            (pending) async throws(BrokerError) -> Advance in try await finish(pending.plan, with: received, handle)
        }
        return step ?? .overtaken
    }

    private func poll(
        _ begun: DeviceLogIn.Waiting, _ plan: LogInPlan, _ handle: LogInHandle
    ) async throws(BrokerError) -> ReceivedCredential {
        var waiting = begun
        while waiting.polling.goesOn {
            do {
                try await parts.clock.pause(waiting.polling.interval)
            } catch {
                throw LogInDesk.notWaitedFor
            }
            waiting.polling.pause()
            guard pending(handle) != nil else { throw LogInDesk.notWaitedFor }
            switch try await DeviceLogIn(plan, parts).ask(waiting) {
            case .granted(let received): return received
            case .notYet(let answer): waiting.polling.take(answer)
            }
        }
        throw plan.codeExpired
    }

    private static let notWaitedFor = BrokerError(
        .cancelled, "the code was not waited for any longer; nothing was stored")
}
