import AccountModel
import OAuth
import Synchronization

/// What becomes known of a use of an account while it is worked on.
final class UseNote: Sendable {
    fileprivate struct Known {
        var service: Service?
        var account: AccessRecord.Subject?
        var app: String?
    }

    fileprivate let known = Mutex(Known())
    fileprivate let caller: Caller

    /// - Parameter id: of the account that is asked for, before anything is known of it.
    init(by caller: Caller, _ id: AccountID? = nil) {
        self.caller = caller
        known.withLock { $0.account = id.map { AccessRecord.Subject(id: $0) } }
    }

    func note(_ account: Account) {
        known.withLock { known in
            known.service = account.service
            known.account = AccessRecord.Subject(account)
        }
    }

    func note(_ subject: AccessSubject) {
        switch subject {
        case .account(let account): note(account)
        case .service(let service): note(service)
        }
    }

    /// - Parameter app: the one that acts alone; `nil` for an unsigned request.
    func note(_ service: Service, app: String? = nil) {
        known.withLock { known in
            known.service = service
            known.app = app
        }
    }
}

/// Has what a program asked for written down, once it is known how it ended: the one place where that is done.
struct UseRecorder: Sendable {
    let parts: StoreParts
    let caller: Caller

    /// Works on a use and records it, refused ones too.
    ///
    /// - Parameters:
    ///   - request: what is signed or sent, if it is that.
    ///   - id: the account that is asked for; `nil` where it is yet to be picked.
    ///   - outcome: how a result is recorded; `nil` for one that is no use.
    ///   - work: does it with the parts that it is given, in whose ``StoreParts/use`` it notes what it learns.
    func recording<Value: Sendable>(
        _ operation: AccessRecord.Operation, _ request: UnsignedRequest?, as id: AccountID? = nil,
        outcome: (Value) -> AccessRecord.Outcome? = UseRecorder.given,
        _ work: (StoreParts) async throws(BrokerError) -> Value
    ) async throws(BrokerError) -> Value {
        let note = UseNote(by: caller, id)
        var parts = parts
        parts.use = note
        do throws(BrokerError) {
            let value = try await work(parts)
            if let outcome = outcome(value) { await write(note, operation, request, outcome) }
            return value
        } catch {
            // Before a closed keychain nothing was decided yet: the program opens it and asks again, or was refused nothing.
            if operation != .access || error.code != .locked {
                await write(note, operation, request, .failed(error.code))
            }
            throw error
        }
    }

    static func given<Value>(_ result: Value) -> AccessRecord.Outcome? { .given }

    static func answered(_ response: Response) -> AccessRecord.Outcome? { .answered(response.status) }

    /// Access that was given is no use yet.
    static func nothing<Value>(_ result: Value) -> AccessRecord.Outcome? { nil }

    static func refused(unless isGiven: Bool) -> AccessRecord.Outcome? { isGiven ? nil : .failed(.accessDenied) }

    private func write(
        _ note: UseNote, _ operation: AccessRecord.Operation, _ request: UnsignedRequest?,
        _ outcome: AccessRecord.Outcome
    ) async {
        let known = note.known.withLock { $0 }
        await parts.log.record(
            AccessRecord(
                time: parts.clock.now(), program: caller.program, provenance: caller.provenance,
                service: known.service, account: known.account, app: known.app, operation: operation,
                method: request.flatMap { RequestRules.isMethod($0.method) ? $0.method : nil },
                // A query has parameters in it; a URL with user info is none.
                url: request.flatMap { try? RequestURL($0.url).baseStringURI }, outcome: outcome))
    }
}

extension StoreParts {
    /// Has it written down that a service was asked for a new token, or whether it still accepts the one there is.
    ///
    /// - Parameter address: where it was asked.
    func recordRenewal(of account: Account, at address: String, _ outcome: AccessRecord.Outcome) async {
        await recordToken(of: account.service, AccessRecord.Subject(account), at: address, outcome)
    }

    /// Has it written down that a service was asked for a token of an app's own.
    func recordToken(ofApp app: String, _ endpoint: TokenEndpoint, _ outcome: AccessRecord.Outcome) async {
        await recordToken(of: endpoint.service, app: app, at: endpoint.address, outcome)
    }

    private func recordToken(
        of service: Service, _ account: AccessRecord.Subject? = nil, app: String? = nil, at address: String,
        _ outcome: AccessRecord.Outcome
    ) async {
        guard let caller = use?.caller else { return }
        await log.record(
            AccessRecord(
                time: clock.now(), program: caller.program, provenance: caller.provenance, service: service,
                account: account, app: app, operation: .renew, url: try? RequestURL(address).baseStringURI,
                outcome: outcome))
    }
}
