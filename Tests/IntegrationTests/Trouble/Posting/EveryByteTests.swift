import TestRig
import Testing

/// Whatever bytes stand in a text, it is posted as it is or refused before anything is sent.
@Suite("Every byte in the text of a post")
struct EveryByteTests {
    @Test("1 to 127 arrive, CR as LF; 128 to 255 alone are no text, and nothing of them is sent")
    func inAText() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let statuses = try await post(#"$i[\\x$(printf %x $i)]"#, at: terminal)
            for byte in 1...255 { #expect(statuses[byte] == (byte < 128 ? 0 : 65), "\(byte)") }
            let texts = (1...127).map { byte in
                "\(byte)[" + String(UnicodeScalar(UInt8(byte == 13 ? 10 : byte))) + "]"
            }
            #expect(try await rig.server.posts().map(\.text) == texts)
            let updates = try await rig.server.log().filter { $0.path == "/1.1/statuses/update.json" }
            #expect(updates.count == 127 && updates.allSatisfy { $0.verdict?.valid == true })
        }
    }

    @Test("each alone: blanks are no post")
    func alone() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let statuses = try await post(#"\\x$(printf %x $i)"#, at: terminal)
            let blanks: Set = [9, 10, 11, 12, 13, 32]
            for byte in 1...255 {
                #expect(statuses[byte] == (byte < 128 && !blanks.contains(byte) ? 0 : 65), "\(byte)")
            }
            #expect(try await rig.server.posts().count == 127 - blanks.count)
        }
    }

    @Test("a megabyte is refused, and so is broken UTF-8 in an argument; nothing is sent")
    func refused() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let megabyte = "head -c 1048576 /dev/zero | tr '\\0'"
            for text in ["\(megabyte) a | acctstore post", "\(megabyte) ' ' | acctstore post"] {
                expectFailure(try await terminal.run("(\(text))"), 65)
            }
            for argument in [#"$'a\xffb'"#, #"$'\xed\xa0\x80'"#, #"$'\xc0\x80'"#, #"$'\xf4\x90\x80\x80'"#, "' '", "''"]
            {
                let ended = try await terminal.run("acctstore post \(argument)")
                #expect(ended.status == 65 || ended.status == 64, "\(argument): \(ended)")
            }
            #expect(try await rig.server.posts().isEmpty)
            #expect(try await rig.server.log().allSatisfy { $0.path != "/1.1/statuses/update.json" })
        }
    }

    /// Posts what `printf` makes of a format for each `$i` from 1 to 255; answers the statuses by number.
    private func post(_ format: String, at terminal: Terminal) async throws -> [Int: Int32] {
        let loop = "for i in $(seq 255); do printf \"\(format)\" | acctstore post >posted 2>refused; echo $i $?; done"
        let lines = try await terminal.run(loop, within: .seconds(120)).out.split(separator: "\n")
        let pairs = lines.compactMap { line -> (Int, Int32)? in
            let words = line.split(separator: " ")
            guard words.count == 2, let byte = Int(words[0]), let status = Int32(words[1]) else { return nil }
            return (byte, status)
        }
        return Dictionary(pairs) { $1 }
    }
}
