import AccountModel
import SocialClient
import Testing

@Suite struct PostTextTests {
    private func argument(_ text: String) throws -> String { try PostText(argument: text.utf8).text }
    private func standardInput(_ text: String) throws -> String { try PostText(standardInput: text.utf8).text }

    @Test func lineEndsBecomeLineFeeds() throws {
        #expect(try argument("a\r\nb\rc\nd\r\r\ne") == "a\nb\nc\nd\n\ne")
        #expect(try PostCounter().measure(argument("a\r\nb")).length == 3)
    }

    @Test func standardInputLosesOneFinalLineEnd() throws {
        #expect(try standardInput("a\n") == "a")
        #expect(try standardInput("a\r\n") == "a")
        #expect(try standardInput("a\n\n") == "a\n")
        #expect(try argument("a\n") == "a\n")
    }

    @Test(arguments: ["a & b=c %41 + ? #x", #"line\nnot broken"#, "&lt;", " blanks round it ", "cafe\u{301}", "\u{7}"])
    func allElseStaysAsItIs(text: String) throws {
        #expect(try Array(argument(text).utf8) == Array(text.utf8))
    }

    @Test(arguments: [[], [0x20, 0x0A, 0xC2, 0xA0], [0x61, 0x00], [0x61, 0xFF], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func whatNoPostCanHoldIsRefused(bytes: [UInt8]) {
        #expect(throws: BrokerError(.inputRefused, "")) { try PostText(argument: bytes) }
        #expect(throws: BrokerError(.inputRefused, "")) { try PostText(standardInput: bytes) }
    }

    @Test func textOverTheLimitIsRefusedWithByHowMuch() throws {
        let text = try PostText(argument: String(repeating: "漢", count: 141).utf8)
        let error = #expect(throws: BrokerError.self) { try text.check(with: PostCounter()) }
        #expect(error?.code == .inputRefused)
        #expect(error?.message.contains("too long by 2") == true)
        try PostText(argument: String(repeating: "漢", count: 140).utf8).check(with: PostCounter())
    }
}
