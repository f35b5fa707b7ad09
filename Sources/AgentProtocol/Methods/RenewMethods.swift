package import AccountModel
internal import GLibBridge

/// `Broker.renew` in one word
package struct Renew: AgentMethod {
    package static let interface = AgentInterface.agent
    package static let name = "Renew"
    package static let usesNetwork = true
    package static let hasOptions = false
    package let account: AccountID

    package init(account: AccountID) {
        self.account = account
    }

    package func write(to message: inout MessageWriter) {
        message.add(account.description)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        account = try message.account()
    }

    package static func write(_ answer: Renewal.Outcome, to message: inout MessageWriter) {
        message.add(answer.rawValue)
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Renewal.Outcome {
        try message.word("an outcome", Renewal.Outcome.init)
    }
}

/// `Broker.renew`
package struct RenewAccount: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "RenewAccount"
    package static let usesNetwork = true
    package let account: AccountID

    package init(account: AccountID) {
        self.account = account
    }

    package func write(to message: inout MessageWriter) {
        message.add(account.description)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        account = try message.account()
    }

    package static func write(_ answer: Renewal, to message: inout MessageWriter) {
        message.add(answer.outcome.rawValue)
        message.add(.dictionary(answer.account.fields))
        var details: [String: Variant] = [:]
        details["remark"] = answer.remark.map { .string($0) }
        details["next_step"] = answer.nextStep.map { .string($0) }
        message.add(.dictionary(details))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Renewal {
        let outcome = try message.word("an outcome", Renewal.Outcome.init)
        let account = try Account(from: message.fields())
        let details = try message.fields()
        return Renewal(
            account: account, outcome: outcome, remark: try details.string("remark"),
            nextStep: try details.string("next_step"))
    }
}
