import AccountModel
import FoundationEssentials
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

    /// Yes to one use that is about to come, of a caller that is asked about at each.
    private struct Pass: Sendable {
        var instance: Caller.Instance
        var program: ProgramIdentity
        var scope: Grant.Scope
        var service: Service
        var permissions: Permissions
        var given: Date
        var isRunning: @Sendable () -> Bool

        func isAbout(_ subject: AccessSubject, of caller: Caller) -> Bool {
            instance == caller.instance && scope == subject.scope && service == subject.service
        }

        /// A clock that was set back ends it too.
        func isValid(at now: Date) -> Bool {
            given <= now && now < given.addingTimeInterval(passLength)
        }
    }

    /// How long a pass waits for its use, in seconds.
    private static let passLength = 150.0
    private let answers = Mutex<[Caller.Instance: [Answer]]>([:])
    private let passes = Mutex<[Pass]>([])

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

    /// Lets `caller` use what it was just allowed once, within two minutes and a half.
    func addPass(_ permissions: Permissions, of caller: Caller, for subject: AccessSubject, at now: Date) {
        passes.withLock { passes in
            passes.removeAll { !$0.isRunning() || !$0.isValid(at: now) || $0.isAbout(subject, of: caller) }
            passes.append(
                Pass(
                    instance: caller.instance, program: caller.program, scope: subject.scope,
                    service: subject.service, permissions: permissions, given: now,
                    isRunning: caller.isRunning))
        }
    }

    /// Whether `caller` has such a use left, which is taken from it.
    func takePass(
        _ permissions: Permissions, of caller: Caller, for subject: AccessSubject, at now: Date
    ) -> Bool {
        passes.withLock { passes in
            let index = passes.firstIndex {
                $0.isAbout(subject, of: caller) && $0.isValid(at: now) && $0.permissions.isSuperset(of: permissions)
            }
            guard let index else { return false }
            passes.remove(at: index)
            return true
        }
    }

    /// Takes answers back: what is revoked or denied takes effect at the next request.
    func removeAll(where isMeant: (ProgramIdentity, Grant.Scope, Service) -> Bool) {
        answers.withLock { answers in
            answers = answers.mapValues { $0.filter { !isMeant($0.program, $0.scope, $0.service) } }
                .filter { !$0.value.isEmpty }
        }
        passes.withLock { $0.removeAll { isMeant($0.program, $0.scope, $0.service) } }
    }
}
