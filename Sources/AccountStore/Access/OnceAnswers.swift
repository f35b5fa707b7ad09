import AccountModel
import Synchronization

/// Answers of "once": each holds for the process that asked, as long as it runs.
final class OnceAnswers: Sendable {
    private struct Answer: Sendable {
        var program: ProgramIdentity
        var scope: Grant.Scope
        var service: Service
        var permissions: Permissions
        var isRunning: @Sendable () -> Bool
    }

    private let answers = Mutex<[Caller.Instance: [Answer]]>([:])

    /// Remembers a yes for `caller`'s process.
    func add(_ permissions: Permissions, to scope: Grant.Scope, of service: Service, for caller: Caller) {
        answers.withLock { answers in
            // Processes that ended are dropped here, where the list grows.
            answers = answers.filter { $0.value.contains { $0.isRunning() } }
            answers[caller.instance, default: []].append(
                Answer(
                    program: caller.program, scope: scope, service: service, permissions: permissions,
                    isRunning: caller.isRunning))
        }
    }

    /// What `caller`'s process was allowed.
    func permissions(of caller: Caller, for subject: AccessSubject) -> Permissions {
        guard caller.isRunning() else { return [] }
        return answers.withLock { answers in
            (answers[caller.instance] ?? [])
                .filter { $0.service == subject.service && ($0.scope == .service || $0.scope == subject.scope) }
                .reduce(into: []) { $0.formUnion($1.permissions) }
        }
    }

    /// Takes answers back: what is revoked or denied takes effect at the next request.
    func removeAll(where isMeant: (ProgramIdentity, Grant.Scope, Service) -> Bool) {
        answers.withLock { answers in
            answers = answers.mapValues { $0.filter { !isMeant($0.program, $0.scope, $0.service) } }
                .filter { !$0.value.isEmpty }
        }
    }
}
