import Glibc
import TestRig
import Testing

/// Bodies go through the agent in flat memory, and whoever leaves in the middle leaves nothing behind.
@Suite("Bodies that stream through the agent", .serialized)
struct StreamingTests {
    private static let large = 200 << 20

    @Test("200 MB up, from a file and from a pipe, and 200 MB down, arrive whole and cost the agent a few MB")
    func large() async throws {
        try await withTorrent { torrent, program, account in
            let file = try torrent.rig.folder.write("", to: "home/large", mode: 0o600)
            #expect(unsafe truncate(file, off_t(Self.large)) == 0)
            // What is loaded for a first request is not a body's.
            try await torrent.warmUp(program, account)
            let before = try torrent.agent.kilobytes("VmHWM")
            for body in [.string(file), ["zeros": .number(Self.large)]] as [JSON] {
                let sent = try await program.call("Perform", account, "POST", torrent.url("take"), [], [], body)
                let text = try #require(sent.answer[2]["text"].string, "\(sent.message ?? "")")
                #expect(text.contains(#""size": \#(Self.large)"#), "\(text)")
            }
            let given = try await program.call(
                "Perform", account, "GET", torrent.url("give/\(Self.large)"), [], [], nil)
            #expect(given.answer[2]["size"].number == Self.large, "\(given.answer)")
            let growth = try torrent.agent.kilobytes("VmHWM") - before
            #expect(growth < 16 << 10, "\(growth) kB")
        }
    }

    @Test("header fields that repeat go both ways in their order")
    func repeatedHeaders() async throws {
        try await withTorrent { torrent, program, account in
            let headers = [
                ("X-Mine", "1"), ("Accept", "text/a"), ("X-Mine", "2"), ("Accept", "text/b"), ("x-mine", "3"),
            ]
            let answer = try await program.call(
                "Perform", account, "GET", torrent.url("echo"), [], .pairs(headers), nil)
            let echoed = try #require(answer.answer[2]["text"].string, "\(answer.message ?? "")")
            let sent = try torrent.fields(in: echoed)
            #expect(sent.filter { $0.0.lowercased() == "x-mine" }.map(\.1) == ["1", "2", "3"])
            #expect(sent.filter { $0.0.lowercased() == "accept" }.map(\.1) == ["text/a", "text/b"])
            let got = answer.answer[1].array.filter { $0[0].string?.lowercased() == "x-twice" }
            #expect(got.map { $0[1] } == ["one", "two"])
        }
    }

    @Test("a program that is killed while it sends ends the request at the service, and leaves the agent as it was")
    func killedSending() async throws {
        try await withTorrent { torrent, first, account in
            try await torrent.warmUp(first, account)
            let before = try await torrent.agent.settledDescriptors()
            let program = try await torrent.program("sender")
            try program.begin(
                ["call": "Perform", "arguments": [account, "POST", torrent.url("take"), [], [], ["endless": true]]])
            try await torrent.waitFor("begun POST /take")
            program.running.send(signal: SIGKILL)
            try await torrent.waitFor("gone")
            try await torrent.agent.expectDescriptors(before)
        }
    }

    @Test("a program that is killed while it receives ends the answer too")
    func killedReceiving() async throws {
        try await withTorrent { torrent, first, account in
            try await torrent.warmUp(first, account)
            let before = try await torrent.agent.settledDescriptors()
            let program = try await torrent.program("receiver")
            let url = torrent.url("give/\(Self.large)?slowly=1")
            try program.begin(["call": "Perform", "arguments": [account, "GET", url, [], [], nil]])
            try await torrent.waitFor("begun GET /give")
            program.running.send(signal: SIGKILL)
            try await torrent.waitFor("gone")
            try await torrent.agent.expectDescriptors(before)
        }
    }

    @Test("an answer that nobody reads is given up; the program goes on")
    func unread() async throws {
        try await withTorrent { torrent, program, account in
            try await torrent.warmUp(program, account)
            let before = try await torrent.agent.settledDescriptors()
            let left = try await program.call(
                "Perform", account, "GET", torrent.url("give/\(Self.large)"), [], [], nil, leaving: true)
            #expect(left.answer[0].number == 200)
            try await torrent.waitFor("gone")
            let again = try await program.call("Perform", account, "GET", torrent.url("give/9"), [], [], nil)
            #expect(again.answer[2]["size"].number == 9)
            try await torrent.agent.expectDescriptors(before)
        }
    }

    @Test("a service that goes in the middle of either way is an end that cannot be mistaken for the body's")
    func serviceGone() async throws {
        try await withTorrent { torrent, program, account in
            try await torrent.warmUp(program, account)
            let before = try await torrent.agent.settledDescriptors()
            let sent = try await program.call(
                "Perform", account, "POST", torrent.url("take/1000000"), [], [], ["zeros": .number(Self.large)])
            #expect(sent.error == "OutcomeUnknown", "\(sent.answer)")
            let url = torrent.url("give/\(Self.large)?cut=9000000")
            let got = try await program.call("Perform", account, "GET", url, [], [], nil)
            #expect(got.answer[0].number == 200)
            #expect(got.answer[2]["trouble"].string == "Connection reset by peer", "\(got.answer)")
            #expect(got.answer[2]["size"].number.map { $0 < Self.large } == true)
            try await torrent.agent.expectDescriptors(before)
        }
    }
}
