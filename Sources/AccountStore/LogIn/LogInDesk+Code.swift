import AccountModel
import OAuth

/// The visit of a log-in by OAuth 2.0.
extension LogInDesk {
    /// Sends the person to the service's page.
    func visitForCode(_ plan: LogInPlan, _ handle: LogInHandle) async throws(BrokerError) -> Advance {
        let showsCode = plan.description.oauth2?.showsCode ?? false
        if case .pin = plan.request.method, showsCode {
            return try visitForCode(plan, to: AuthorizationRequest.outOfBand, handle)
        }
        let browser: BrowserReturn
        do throws(Hindrance) {
            browser = try await openBrowserReturn(plan)
        } catch {
            return try goOnByHand(plan, because: error, showsCode: showsCode, handle)
        }
        return try visitForCode(plan, to: browser.url, by: browser, handle)
    }

    /// Without a port to come back to, the code is read from the page, or the address pasted that the browser ended at.
    private func goOnByHand(
        _ plan: LogInPlan, because hindrance: Hindrance, showsCode: Bool, _ handle: LogInHandle
    ) throws(BrokerError) -> Advance {
        let isByBrowser = if case .browser = plan.request.method { true } else { false }
        guard plan.request.isAttended || !isByBrowser, showsCode || plan.app?.callback != nil else {
            throw BrokerError(
                hindrance.code, "\(hindrance.message); nothing was stored",
                nextStep: plan.app?.callback == nil && !showsCode
                    ? NextCommand.setCallback(ofApp: plan.appName, of: plan.service) : plan.commandByPIN)
        }
        let address = showsCode ? AuthorizationRequest.outOfBand : plan.app?.callback ?? ""
        return try visitForCode(plan, to: address, note: isByBrowser ? hindrance.message : nil, handle)
    }

    private func visitForCode(
        _ plan: LogInPlan, to address: String, by browser: BrowserReturn? = nil, note: String? = nil,
        _ handle: LogInHandle
    ) throws(BrokerError) -> Advance {
        let (url, expectation) = try CodeLogIn(plan, parts).begin(redirectURI: address)
        browser?.expect(.code(expectation))
        let isByHand = browser == nil
        let landing = isByHand && !expectation.isShownOnPage ? address : nil
        return (
            PendingLogIn(plan: plan, stage: .visiting(.init(step: .code(expectation), browser: browser))),
            .visit(
                LogInVisit(
                    url: url, callback: browser?.url, landing: landing,
                    showsCode: isByHand && expectation.isShownOnPage, note: note), handle)
        )
    }
}
