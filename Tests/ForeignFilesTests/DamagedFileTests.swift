import AccountModel
import AccountStore
import Testing

@Suite("Files that are not what they should be")
struct DamagedFileTests {
    @Test(
        "are refused as a whole, with words and a line that show nothing of them",
        arguments: [
            (ForeignTool.twurl, "profiles: &a {}\n", "has an anchor, which is not followed", 1),
            (.twurl, "a: &x 1\nprofiles: *x\n", "has an anchor, which is not followed", 1),
            (.twurl, "profiles: *x\n", "has an alias, which is not followed", 1),
            (.twurl, "\nprofiles: !ruby/object:Hash {}\n", "has a tag, whose meaning is not known", 2),
            (.twurl, "profiles:\n  a: !!python/none x\n", "has a tag, whose meaning is not known", 2),
            (.twurl, "--- {profiles: {}}\n--- {}\n", "has a second document, which no program reads", 2),
            (.twurl, "? [a]\n: b\n", "has a name that is no text", 1),
            (.twurl, "profiles: [\n", "is no YAML: did not find expected node content", 2),
            (.twurl, "profiles:\n\t- a\n", "is no YAML: found character that cannot start any token", 2),
            (.twurl, "hello\n", "is not what twurl writes: it has no profiles", nil),
            (.t, "a: 1\n", "is not what t writes: it has no profiles", nil),
            (.twurl, "profiles: 3\n", "is not what twurl writes: profiles is no mapping", 1),
            (.xurl, "profiles: {}\n", "is not what xurl writes: it has no apps", nil),
            (.xurl, "{\"a\": 1}", "is not what xurl writes: it has neither apps nor tokens", nil),
            (.xurl, "{\n\"oauth2_tokens\": {]", "is no JSON", 2),
            (.toot, "{}", "is not what toot writes: it has neither apps nor users", nil),
            (.toot, "[1]", "is no JSON", 1),
            (.toot, "{\"users\": {}} x", "is no JSON", 1),
            (
                .rainbowstream, "one\n",
                "is not what rainbowstream writes: a token and its secret, each on a line of its own", nil
            ),
            (
                .rainbowstream, "a\nb\nc\n",
                "is not what rainbowstream writes: a token and its secret, each on a line of its own", nil
            ),
            (.rainbowstream, "a\nb c\n", "is not what rainbowstream writes: a line is no token", 2),
        ] as [(ForeignTool, String, String, Int?)])
    func refused(tool: ForeignTool, text: String, message: String, line: Int?) throws {
        let error = try #require(refusal(text, by: tool))
        #expect(error.message == message)
        #expect(error.line == line)
    }

    @Test("deep nesting and great numbers of values are refused", arguments: [ForeignTool.twurl, .toot])
    func bounded(tool: ForeignTool) throws {
        let start = tool == .toot ? #"{"users":{},"x":"# : "{profiles: {}, x: "
        let deep = start + String(repeating: "[", count: 17) + String(repeating: "]", count: 17) + "}"
        #expect(try #require(refusal(deep, by: tool)).message.contains("levels deep"))
        let far = start + String(repeating: "[", count: 60_000) + "}"
        #expect(refusal(far, by: tool) != nil)
        let many = start + "[" + String(repeating: "1,", count: 20_001) + "1]}"
        #expect(try #require(refusal(many, by: tool)).message == "has more than 20000 values")
    }

    @Test("cut short at any byte, a file is refused or gives entries that are whole")
    func truncated() throws {
        for (tool, text, whole) in [
            (ForeignTool.twurl, Sample.twurl, Set(try read(Sample.twurl, by: .twurl))),
            (.xurl, Sample.xurl, Set(try read(Sample.xurl, by: .xurl))),
        ] {
            let bytes = Array(text.utf8)
            for count in 0..<bytes.count {
                guard let found = try? read(Array(bytes[..<count]), by: tool) else { continue }
                let accounts = found.filter { $0.hasPrefix("account") }
                // The last value that is there may be shorter than it was: a scalar has no end of its own.
                #expect(Set(accounts.dropLast()).isSubset(of: whole), "\(tool) cut at \(count): \(accounts)")
            }
        }
        for (tool, text) in [(ForeignTool.xurl, Sample.oldXurl), (.toot, Sample.toot)] {
            let bytes = Array(text.utf8)
            for count in 1..<bytes.count {
                #expect(throws: (any Error).self, "\(tool) cut at \(count)") {
                    try read(Array(bytes[..<count]), by: tool)
                }
            }
        }
    }

    @Test("any byte in any place, and bytes of no text at all, end in an answer", arguments: ForeignTool.allCases)
    func anyByte(tool: ForeignTool) {
        let text =
            switch tool {
            case .twurl, .t: Sample.twurl
            case .xurl: Sample.xurl
            case .toot: Sample.toot
            case .rainbowstream: "1-token\ntsecret\n"
            }
        let bytes = Array(text.utf8)
        var random = SmallRandom(state: 7)
        for place in bytes.indices {
            var changed = bytes
            changed[place] = UInt8(truncatingIfNeeded: random.next())
            _ = try? read(changed, by: tool)
        }
        for length in 0..<200 {
            _ = try? read((0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }, by: tool)
        }
    }
}

/// The same bytes at each run.
private struct SmallRandom {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
