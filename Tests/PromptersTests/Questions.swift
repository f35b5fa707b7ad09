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

extension Account {
    static var alice: Account {
        guard let id = AccountID("6ba7b810-9dad-11d1-80b4-00c04fd430c8") else { preconditionFailure("no UUID") }
        return Account(id: id, number: 2, service: .twitter, app: "default", username: "alice", userID: "1")
    }
}
