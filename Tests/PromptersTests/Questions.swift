import AccountModel
import AccountStore

extension AccessQuestion {
    static func about(
        _ program: ProgramIdentity = .script("/home/alice/bin/nightly"),
        _ subject: Subject = .account(.alice, [.read, .write]), answers: [AccessAnswer] = [.always, .once, .no]
    ) -> AccessQuestion {
        AccessQuestion(program: program, subject: subject, answers: answers)
    }
}

extension Prompter {
    /// Asks where the caller is.
    func ask(_ question: AccessQuestion, of caller: Caller) async throws(PrompterError) -> AccessAnswer {
        try await ask(question, of: caller, at: await caller.place())
    }
}

extension Account {
    static var alice: Account {
        guard let id = AccountID("6ba7b810-9dad-11d1-80b4-00c04fd430c8") else { preconditionFailure("no UUID") }
        return Account(id: id, number: 2, service: .twitter, app: "default", username: "alice", userID: "1")
    }
}
