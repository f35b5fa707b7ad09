import AccountModel
import AcctstoreCLI
import CommandLineKit
import FoundationEssentials
import Testing

@Suite("import: what is asked of the agent, in which order, and what comes of it")
struct ImportCommandTests {
    private static let listing = ImportListing(
        handle: ImportHandle(rawValue: "i"),
        items: [
            ImportItem(.app(App(service: .twitter, name: "default", consumerKey: "ck")), line: 5),
            ImportItem(.account(service: .twitter, app: "default", username: "alice", userID: nil), line: 5),
            ImportItem(.account(service: .twitter, app: "default", username: "bob\u{1B}", userID: nil), line: 9),
        ])
    private static let rejected = BrokerError(.credentialRejected, "no alice", nextStep: "acctstore add")

    /// A run with a file of that text in its usual place.
    private func run(
        _ words: [String], _ script: RecordingBroker.Script, typed: [String]? = nil, text: String = "x"
    ) async throws -> (TestRun.Outcome, isThere: Bool) {
        var outcome: TestRun.Outcome?
        var isThere = false
        try await withFolder { folder in
            let file = folder + "/.twurlrc"
            try Data(text.utf8).write(to: URL(filePath: file))
            var run = TestRun(script: script, typed: typed)
            run.environment = ["HOME": folder]
            outcome = try await run.run((["import"] + words).map { RawArgument($0) })
            isThere = FileManager.default.fileExists(atPath: file)
        }
        return (try #require(outcome), isThere)
    }

    private func script(
        _ outcomes: [Int: [Result<ImportOutcome, BrokerError>]], remarks: [ImportRemark] = []
    ) -> RecordingBroker.Script {
        var script = RecordingBroker.Script()
        script.listing = Self.listing
        script.listing.remarks = remarks
        script.outcomes = outcomes
        return script
    }

    private static let stored: [Int: [Result<ImportOutcome, BrokerError>]] = [
        1: [.success(.stored(Samples.alice, warning: nil))], 2: [.success(.stored(Samples.bob, warning: "late"))],
    ]

    @Test("all is shown before the question, and stored one by one after a yes")
    func order() async throws {
        let (outcome, isThere) = try await run(["twurl"], script(Self.stored), typed: ["yes", "no"])
        #expect(outcome.status == 0 && outcome.output == "1\n2\n" && isThere)
        #expect(outcome.calls.last == "end import i" && outcome.calls.count == 5)
        #expect(outcome.messages.contains(#"account @bob\u{1B}  twitter  app default (line 9)"#))
        #expect(outcome.messages.contains("warning: @bob (2, twitter): late"))
        #expect(outcome.messages.contains("stays as it is, with its secrets"))
    }

    @Test("the file goes where --wipe says so, and stays where anything was not taken")
    func wiping() async throws {
        let (lost, stays) = try await run(
            ["twurl", "--yes", "--wipe"], script(Self.stored, remarks: [ImportRemark("a token", line: 3, isLoss: true)])
        )
        #expect(stays && lost.status == 74 && lost.output == "1\n2\n")
        #expect(lost.messages.contains("was not wiped: not all of it was taken over: a token (line 3)"))
        let (_, hollow) = try await run(
            ["twurl", "--yes", "--wipe"],
            script(Self.stored, remarks: [ImportRemark("a profile is empty", isLoss: false)]))
        #expect(!hollow)
        let (unasked, kept) = try await run(["twurl", "--yes"], script(Self.stored))
        #expect(kept && unasked.status == 0)
    }

    @Test("the status is that of the first trouble, all are told, and the others are stored")
    func troubles() async throws {
        let (outcome, isThere) = try await run(
            ["twurl", "--yes", "--wipe"],
            script([
                0: [.failure(Self.rejected)], 1: [.failure(BrokerError(.tryLater, "later"))], 2: Self.stored[2] ?? [],
            ]))
        #expect(outcome.status == 81 && outcome.output == "2\n" && isThere)
        #expect(outcome.messages.contains("error: no alice") && outcome.messages.contains("error: later"))
    }

    @Test(
        "a keychain that closes, or an import that is over, ends all of it, and the command that begins it again is told",
        arguments: [BrokerError.Code.locked, .cancelled])
    func over(code: BrokerError.Code) async throws {
        let error = BrokerError(code, "closed", nextStep: code == .locked ? "acctstore unlock" : nil)
        let (outcome, isThere) = try await run(
            ["twurl", "--yes", "--replace", "--wipe", "--service", "twitter"],
            script([0: [.failure(error)], 1: Self.stored[1] ?? [], 2: Self.stored[2] ?? []]))
        #expect(outcome.status == (code == .locked ? 79 : 80) && outcome.output.isEmpty && isThere)
        #expect(outcome.calls.filter { $0.hasPrefix("store") } == ["store 0 of i, replacing"])
        #expect(!outcome.calls.contains("end import i"), "nothing was stored that could be read back")
        #expect(
            outcome.messages.contains(
                ".twurlrc --service twitter --yes --replace --wipe\n"), "\(outcome.messages)")
    }

    @Test("of a bundle, what cannot be reached is the keychain; of another program's file, one service")
    func unreachable() async throws {
        let gone = BrokerError(.unavailable, "gone")
        for (words, calls) in [(["twurl"], 3), (["bundle", "-"], 1)] {
            var outcomes = Self.stored
            outcomes[0] = [.failure(gone)]
            var run = TestRun(script: script(outcomes))
            run.input = Array("x".utf8)
            try await withFolder { folder in
                try Data("x".utf8).write(to: URL(filePath: folder + "/.twurlrc"))
                run.environment = ["HOME": folder]
                let outcome = try await run.run((["import"] + words + ["--yes"]).map { RawArgument($0) })
                #expect(outcome.status == 69)
                #expect(outcome.calls.filter { $0.hasPrefix("store") }.count == calls, "\(outcome.calls)")
            }
        }
    }

    @Test("what is kept already is replaced on a yes, by --replace, and not otherwise")
    func replacing() async throws {
        var outcomes = Self.stored
        outcomes[1] = [.success(.wouldReplace("@alice (1, twitter)")), .success(.stored(Samples.alice, warning: nil))]
        let (unasked, _) = try await run(["twurl", "--yes"], script(outcomes))
        #expect(unasked.status == 64 && unasked.output == "2\n")
        #expect(unasked.messages.contains("/.twurlrc --yes --replace\n"), "\(unasked.messages)")
        let (refused, _) = try await run(["twurl"], script(outcomes), typed: ["yes", "no"])
        #expect(refused.status == 80)
        let (asked, _) = try await run(["twurl"], script(outcomes), typed: ["yes", "yes", "no"])
        #expect(asked.status == 0 && asked.calls.contains("store 1 of i, replacing"))
        #expect(asked.shown.contains { $0.contains("@alice (1, twitter) is kept already. Replace it?") })
    }

    @Test("nothing to take over is no trouble, unless there was something")
    func nothing() async throws {
        var empty = RecordingBroker.Script()
        #expect(try await run(["twurl", "--yes"], empty).0.status == 0)
        empty.listing.remarks = [ImportRemark("a token", isLoss: true)]
        #expect(try await run(["twurl", "--yes"], empty).0.status == 65)
    }

    @Test("what goes without saying for a bundle is a usage error")
    func usage() async throws {
        for words in [["bundle"], ["bundle", "f", "--app", "x"], ["bundle", "f", "--service", "twitter"], ["other"]] {
            #expect(try await run(words, RecordingBroker.Script()).0.status == 64)
        }
    }
}
