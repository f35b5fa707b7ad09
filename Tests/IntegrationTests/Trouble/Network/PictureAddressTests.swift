import TestRig
import Testing

/// Whoever writes a profile chooses where its picture is.
@Suite("A picture's address")
struct PictureAddressTests {
    @Test("a port of this machine that is no service's is not asked, whatever a profile says")
    func loopback() async throws {
        let other = try await TestService.start()
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let addresses = [
                "\(other.base)pictures/a.png", "http://localhost:\(other.port)/pictures/b.png",
                "http://localhost:\(try rig.server.port)/pictures/c.png", "file:///etc/passwd",
                "https://127.0.0.1:\(other.port)/d.png", "\(try rig.server.base)pictures/mine.png",
            ]
            let users = addresses.enumerated().map { index, address in
                var user = SeededUser("user\(index)")
                user.picture = address
                return user
            }
            try await rig.server.seed(users.map { SeededPost("by \($0.screenName)", by: $0.screenName) }, users: users)
            let command = "TERM=xterm-256color LC_ALL=C.UTF-8 acctstore timeline public -a none --service local"
            #expect(try await terminal.runOnScreen(command) == 0)
            try await terminal.waitFor("by user0")
            #expect(try await other.log().isEmpty)
            let asked = try await rig.server.log().map(\.path).filter { $0.hasPrefix("/pictures/") }
            #expect(asked == ["/pictures/mine.png"])
        }
        await other.stop()
    }
}
