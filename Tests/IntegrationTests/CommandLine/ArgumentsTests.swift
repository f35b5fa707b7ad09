import TestRig
import Testing

@Suite("What is typed")
struct ArgumentsTests {
    @Test("that cannot be read is an error, and is not taken for nothing at all")
    func withoutProc() async throws {
        var options = RigOptions()
        options.secrets = .none
        options.hasService = false
        try await withRig(options) { rig in
            let hiding = ["/usr/bin/bwrap", "--ro-bind", "/", "/", "--tmpfs", "/proc", "--"]
            let posted = try await rig.program(hiding + [rig.acctstorePath, "post", "hello"]).run()
            expectFailure(posted, 69, "there is no /proc here")
        }
    }
}
