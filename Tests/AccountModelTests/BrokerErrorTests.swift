import AccountModel
import Testing

@Suite("Errors")
struct BrokerErrorTests {
    @Test(
        "Each kind has its exit status, another release's kind has 1",
        arguments: [
            (BrokerError.Code.failed, 1), (.invalidArgument, 64), (.notSignable, 64), (.urlNotAllowed, 64),
            (.inputRefused, 65), (.noSuchAccount, 67), (.unavailable, 69), (.fileError, 74), (.tryLater, 75),
            (.serviceRefused, 76), (.accessDenied, 77), (.notConfigured, 78), (.locked, 79), (.cancelled, 80),
            (.credentialRejected, 81), (.outcomeUnknown, 82), (BrokerError.Code(rawValue: "OfTomorrow"), 1),
        ] as [(BrokerError.Code, Int32)])
    func statuses(code: BrokerError.Code, status: Int32) {
        #expect(code.exitStatus == status)
    }

    @Test("An error crosses the bus with its words", arguments: [nil, "acctstore add"])
    func crossing(nextStep: String?) throws {
        let error = BrokerError(.noSuchAccount, "no account", nextStep: nextStep)
        #expect(error.dbusName == "org.acctstore.Error.NoSuchAccount")
        let received = try #require(BrokerError(dbusName: error.dbusName, dbusMessage: error.dbusMessage))
        #expect(received == error)
        #expect(received.message == error.message)
        #expect(received.nextStep == error.nextStep)
    }

    @Test("What others call their files and labels forges no next step: a message is one line, wherever it goes")
    func oneLine() throws {
        let error = BrokerError(.notConfigured, "evil\nrm -rf ~\u{2028}\u{1B}[2J", nextStep: "acctstore doctor")
        #expect(error.message == #"evil\u{A}rm -rf ~\u{2028}\u{1B}[2J"#)
        let received = try #require(BrokerError(dbusName: error.dbusName, dbusMessage: error.dbusMessage))
        #expect(received.message == error.message && received.nextStep == "acctstore doctor")
        #expect(Finding.problem("files", error).found == error.message)
        #expect(Finding.note("files", "a\nb").found == #"a\u{A}b"#)
    }

    @Test("Another program's error is none of ours, and one without words gets some")
    func oddErrors() {
        #expect(BrokerError(dbusName: "org.freedesktop.DBus.Error.NoReply", dbusMessage: "x") == nil)
        #expect(BrokerError(dbusName: "org.acctstore.Error.Failed", dbusMessage: "")?.message.isEmpty == false)
    }
}
