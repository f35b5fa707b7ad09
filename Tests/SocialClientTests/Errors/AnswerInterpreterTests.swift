import AccountModel
import FoundationEssentials
import Testing

@testable import SocialClient

@Suite struct AnswerInterpreterTests {
    /// Reading changes nothing at the service: an answer that failed may be asked for again.
    @Test(
        arguments: [(200, 76), (401, 81), (403, 76), (404, 76), (429, 75), (500, 76), (502, 76), (503, 75)]
            as [(Int, Int32)])
    func aReadThatFailsNeverLeavesAnOutcomeUnknown(status: Int, exitStatus: Int32) throws {
        let account = Account(
            id: try #require(AccountID("0b9f8a52-6c3d-4e8f-9a10-1f2e3d4c5b6a")), number: 1, service: .twitter,
            app: "at work", username: nil, userID: nil)
        let interpreter = AnswerInterpreter(actor: .account(account), host: "api.x.com", purpose: .read, now: Date.now)
        let error = interpreter.error(
            for: AnswerInterpreter.Answer(status: status, headers: [], fault: ServiceFault(message: "why")))
        #expect(error.code.exitStatus == exitStatus)
        #expect(error.message.contains("why"))
        if status == 401 { #expect(error.nextStep == "acctstore add twitter --app 'at work'") }
        if status == 403 { #expect(error.nextStep == nil) }
    }
}
