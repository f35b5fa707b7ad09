import AccountModel
import SecretBytes

/// The visit at the service's page, and the two ways back from it.
extension LogInDesk {
    typealias Advance = (PendingLogIn?, LogInStep)

    /// Sends the person to the service's page.
    func visit(_ plan: LogInPlan, _ handle: LogInHandle) async throws(BrokerError) -> Advance {
        guard case .browser = plan.request.method else { return try await visitForPIN(plan, note: nil, handle) }
        let browser: BrowserReturn
        do throws(Hindrance) {
            browser = try await openBrowserReturn(plan)
        } catch {
            return try await goOnByPIN(plan, because: error, handle)
        }
        switch try await ThreeStepLogIn(plan, parts).begin(callback: browser.url) {
        case .visit(let url, let requestToken):
            browser.expect(.verifier(requestToken: requestToken.token))
            return (
                PendingLogIn(plan: plan, stage: .visiting(.init(step: .verifier(requestToken), browser: browser))),
                .visit(LogInVisit(url: url, callback: browser.url), handle)
            )
        case .callbackRefused(let reason):
            let words = "\(plan.service) does not take the callback \(OneLine.visible(browser.url)) (\(reason))"
            return try await goOnByPIN(plan, because: Hindrance(.serviceRefused, words), handle)
        }
    }

    private func visitForPIN(
        _ plan: LogInPlan, note: String?, _ handle: LogInHandle
    ) async throws(BrokerError) -> Advance {
        let beginning = try await ThreeStepLogIn(plan, parts).begin(callback: ThreeStepLogIn.outOfBand)
        guard case .visit(let url, let requestToken) = beginning else { throw LogInDesk.unexpected }
        return (
            PendingLogIn(plan: plan, stage: .visiting(.init(step: .verifier(requestToken)))),
            .visit(LogInVisit(url: url, note: note), handle)
        )
    }

    // MARK: The way by browser

    /// Why the browser cannot come back.
    struct Hindrance: Error {
        var code: BrokerError.Code
        var message: String

        init(_ code: BrokerError.Code, _ message: String) {
            self.code = code
            self.message = message
        }
    }

    func openBrowserReturn(_ plan: LogInPlan) async throws(Hindrance) -> BrowserReturn {
        let address = try callback(of: plan)
        do throws(CallbackTrouble) {
            return try await BrowserReturn(at: address, by: parts.callbacks)
        } catch {
            throw Hindrance(.unavailable, "the browser cannot come back: \(error.message)")
        }
    }

    private func callback(of plan: LogInPlan) throws(Hindrance) -> CallbackAddress {
        if let registered = plan.app?.callback {
            guard let address = CallbackAddress(registered: registered) else {
                throw Hindrance(
                    .notConfigured,
                    "the callback of the app \(OneLine.visible(plan.appName)), \(OneLine.visible(registered)), "
                        + "does not lead to this machine by http")
            }
            return address
        }
        switch plan.callback {
        case .any: return .anyPort
        case .registered:
            throw Hindrance(
                .notConfigured,
                "\(plan.service) sends browsers back only to a callback that is registered with the app, and none is "
                    + "known of \(OneLine.visible(plan.appName)) (\(NextCommand.setCallback(ofApp: plan.appName, of: plan.service)))"
            )
        }
    }

    /// On a terminal the log-in goes on by PIN; elsewhere the person is told how to.
    private func goOnByPIN(
        _ plan: LogInPlan, because hindrance: Hindrance, _ handle: LogInHandle
    ) async throws(BrokerError) -> Advance {
        guard plan.request.isAttended else {
            throw BrokerError(
                hindrance.code, "\(hindrance.message); nothing was stored", nextStep: plan.commandByPIN)
        }
        return try await visitForPIN(plan, note: hindrance.message, handle)
    }

    // MARK: The ways back

    /// Waits beside the table for what comes by itself, so that the person may type meanwhile.
    func awaitReturn(_ handle: LogInHandle) async throws(BrokerError) -> LogInStep {
        let pending = pending(handle)
        switch pending?.stage {
        case .visiting(let visit):
            guard let browser = visit.browser else { throw LogInDesk.unexpected }
            return try await awaitBrowser(browser, visit, handle)
        case .polling(let waiting):
            guard let plan = pending?.plan else { throw LogInDesk.unexpected }
            return try await awaitDevice(waiting, plan, handle)
        case .confirming, .replacing, .unsaved, nil: throw LogInDesk.unexpected
        }
    }

    private func awaitBrowser(
        _ browser: BrowserReturn, _ visit: PendingLogIn.Visit, _ handle: LogInHandle
    ) async throws(BrokerError) -> LogInStep {
        let outcome = await browser.outcome()
        switch outcome {
        case .overtaken: return .overtaken
        case .cancelled:
            // Whoever waited is gone.
            cancel(handle)
            throw BrokerError(.cancelled, "the browser was not waited for any longer; nothing was stored")
        case .answered, .timeIsOver: break
        }
        let step = try await parts.logIns.advance(handle, of: caller.origin) {
            (pending) async throws(BrokerError) -> Advance in
            guard case .answered(let answer) = outcome else {
                throw BrokerError(
                    .cancelled,
                    "the browser did not come back within \(BrowserReturn.patience / 60) minutes; nothing was stored",
                    nextStep: "\(pending.plan.command)\n\(pending.plan.commandByPIN)")
            }
            return try await take(answer, visit, pending.plan, handle)
        }
        return step ?? .overtaken
    }

    /// Reads what the person typed or pasted.
    func takeTyped(
        _ input: Descriptor, _ visit: PendingLogIn.Visit, _ plan: LogInPlan, _ handle: LogInHandle
    ) async throws(BrokerError) -> Advance {
        let line = SecretInput(
            descriptor: input, caller: caller, what: visit.step.title, limit: 8192, endDismisses: true)
        let text: SharedSecret
        do throws(BrokerError) {
            text = try await line.anyLine()
        } catch {
            throw BrokerError(
                error.code, "\(error.message); nothing was stored", nextStep: error.nextStep ?? plan.command)
        }
        let typed: TypedAnswer
        do throws(BrokerError) {
            try line.checkWhole(text)
            typed = try TypedAnswer(text, to: visit.step.expected, endingAt: visit.returnAddress)
        } catch {
            let ended = BrokerError(error.code, "\(error.message); nothing was stored", nextStep: plan.command)
            guard line.isTerminal else { throw ended }
            return try askAgain(error.message, visit, plan, handle, else: ended)
        }
        switch typed {
        case .pin(let verifier) where visit.step.isShownOnPage:
            return try await take(.allowed(verifier), visit, plan, handle)
        case .callback(let answer): return try await take(answer, visit, plan, handle)
        case .nothing:
            return try askAgain(
                "\(visit.step.title) was empty", visit, plan, handle,
                else: BrokerError(
                    .cancelled, "\(visit.step.title) was not given; nothing was stored", nextStep: plan.command))
        case .pin, .foreignAddress, .elsewhere:
            let words =
                switch typed {
                case .pin: "that is not the whole address"
                case .elsewhere(let difference): "that is not where this log-in ends: \(difference.words)"
                default: "that address holds no answer to this log-in"
                }
            return try askAgain(
                words, visit, plan, handle,
                else: BrokerError(.inputRefused, "\(words); nothing was stored", nextStep: plan.command))
        }
    }

    private func askAgain(
        _ why: String, _ visit: PendingLogIn.Visit, _ plan: LogInPlan, _ handle: LogInHandle,
        else error: BrokerError
    ) throws(BrokerError) -> Advance {
        guard visit.attemptsLeft > 0 else { throw error }
        var next = visit
        next.attemptsLeft -= 1
        return (
            PendingLogIn(plan: plan, stage: .visiting(next)),
            .askAgain(why: why, remaining: visit.attemptsLeft, handle)
        )
    }

    private func take(
        _ answer: CallbackAnswer, _ visit: PendingLogIn.Visit, _ plan: LogInPlan, _ handle: LogInHandle
    ) async throws(BrokerError) -> Advance {
        visit.browser?.close(as: .overtaken)
        switch answer {
        case .denied: throw plan.denied
        case .failed(let failure): throw failure.error(of: plan)
        case .allowed(let proof):
            // At once: a code may live for seconds, and the person is asked afterwards.
            let received = try await exchange(proof, visit.step, plan)
            return try await finish(plan, with: received, handle)
        }
    }

    private func exchange(
        _ proof: SharedSecret, _ step: PendingLogIn.Visit.Step, _ plan: LogInPlan
    ) async throws(BrokerError) -> ReceivedCredential {
        switch step {
        case .verifier(let requestToken):
            let received = try await ThreeStepLogIn(plan, parts).exchange(proof, for: requestToken)
            return try plan.credential(of: received)
        case .code(let expectation):
            return try await CodeLogIn(plan, parts).exchange(proof, expectation)
        }
    }
}
