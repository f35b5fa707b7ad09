internal import AccountModel
internal import AgentProtocol

extension MethodTable {
    /// `org.acctstore.Manager1`
    mutating func serveManager() {
        serveServices()
        serveLogIn()
        serveAccounts()
        serveGrants()
        serveFrontEnds()
        serveVault()
        serveCarrying()
    }

    private mutating func serveServices() {
        serve(GetProfile.self) { (call, context) async throws(BrokerError) -> ServiceProfile in
            call.asksLimits
                ? try await context.broker.postingProfile(of: call.service)
                : try await context.broker.profile(of: call.service)
        }
        serve(ListServices.self) { (call, context) async throws(BrokerError) -> [ServiceListing] in
            try await context.broker.services(call.service)
        }
        serve(GetDefaultService.self) { (_, context) async throws(BrokerError) -> Service in
            try await context.broker.defaultService()
        }
        serve(ListApps.self) { (_, context) async throws(BrokerError) -> [App] in
            try await context.broker.apps()
        }
        serve(SetApp.self) { (call, context) async throws(BrokerError) in
            try await context.broker.setApp(call.app, secret: call.secret)
        }
        serve(SetCallback.self) { (call, context) async throws(BrokerError) in
            try await context.broker.setCallback(call.callback, ofApp: call.app, of: call.service)
        }
        serve(RemoveApp.self) { (call, context) async throws(BrokerError) in
            try await context.broker.removeApp(call.app, of: call.service)
        }
    }

    private mutating func serveLogIn() {
        serve(BeginLogIn.self) { (call, context) async throws(BrokerError) -> LogInStep in
            context.noted(try await context.broker.beginLogIn(call.request))
        }
        serve(ContinueLogIn.self) { (call, context) async throws(BrokerError) -> LogInStep in
            do throws(BrokerError) {
                return context.noted(try await context.broker.continueLogIn(call.handle, with: call.answer))
            } catch {
                // An error ends a log-in, also for an agent that stays for nothing else.
                context.setAwaiting(false)
                throw error
            }
        }
        serve(CancelLogIn.self) { (call, context) async throws(BrokerError) in
            await context.broker.cancelLogIn(call.handle)
            context.setAwaiting(false)
        }
    }

    private mutating func serveAccounts() {
        serve(Select.self) { (call, context) async throws(BrokerError) -> Account in
            let account = try await context.broker.select(call.selector, of: call.service, for: call.permissions)
            await context.told(of: [account])
            return account
        }
        serve(SignSelected.self) { (call, context) async throws(BrokerError) -> SignSelected.Answer in
            let signed = try await context.broker.sign(call.request, asSelected: call.selector, of: call.service)
            await context.told(of: [signed.account])
            return SignSelected.Answer(account: signed.account, signed: Sign.Answer(signed.request))
        }
        serve(PerformAs.self) { (call, context) async throws(BrokerError) -> Perform.Answer in
            try await context.perform(call.request, body: call.body, as: call.sender)
        }
        serve(NoteRejected.self) { (call, context) async throws(BrokerError) in
            try await context.broker.noteRejectedCredential(of: call.account)
        }
        serve(RenewAccount.self) { (call, context) async throws(BrokerError) -> Renewal in
            try await context.broker.renew(call.account)
        }
        serve(Learn.self) { (call, context) async throws(BrokerError) -> VerificationOutcome in
            try await context.broker.learn(call.person, of: call.account, merging: call.merging)
        }
        serve(GetAccount.self) { (call, context) async throws(BrokerError) -> AccountDetails in
            try await context.broker.details(of: call.selector)
        }
        serve(UpdateAccount.self) { (call, context) async throws(BrokerError) -> Account in
            try await context.broker.update(call.selector, with: call.changes)
        }
        serve(RemoveAccount.self) { (call, context) async throws(BrokerError) -> RemovalOutcome in
            try await context.broker.remove(call.selector, revoke: call.revoke, confirmed: call.confirmed)
        }
    }

    private mutating func serveGrants() {
        serve(ListGrants.self) { (_, context) async throws(BrokerError) -> [GrantListing] in
            try await context.broker.grants()
        }
        serve(GrantAccess.self) { (call, context) async throws(BrokerError) -> GrantListing in
            try await context.broker.grant(call.request)
        }
        serve(RevokeAccess.self) { (call, context) async throws(BrokerError) -> Int in
            try await context.broker.revoke(call.program, target: call.target)
        }
        serve(GetAccessLog.self) { (call, context) async throws(BrokerError) -> AccessLogExcerpt in
            try await context.broker.accessLog(call.query)
        }
    }
}

extension MethodTable {
    private mutating func serveFrontEnds() {
        serve(LockKeyring.self) { (_, context) async throws(BrokerError) in
            try await context.broker.lock(keyring: true)
        }
        serve(GetOverview.self) { (call, context) async throws(BrokerError) -> StoreOverview in
            try await context.broker.overview(call.selector, of: call.service)
        }
        serve(Examine.self) { (_, context) async throws(BrokerError) -> [Finding] in
            try await context.broker.findings()
        }
        serve(GetNames.self) { (_, context) async throws(BrokerError) -> KnownNames in
            await context.broker.names()
        }
        serve(GetPicture.self) { (call, context) async throws(BrokerError) -> Perform.Answer in
            try await context.answer(try await context.broker.picture(at: call.url))
        }
    }
}

extension RequestContext {
    /// The agent stays while a log-in waits for the person.
    fileprivate func noted(_ step: LogInStep) -> LogInStep {
        switch step {
        case .done: setAwaiting(false)
        case .overtaken: break
        default: setAwaiting(true)
        }
        return step
    }
}
