import TestRig
import Testing

/// What the person is asked about programs in sandboxes that were started at a terminal, and for how long it holds.
@Suite("A question about a sandboxed program")
struct SandboxQuestionTests {
    @Test("of a Flatpak is asked once for a start of it; another start is asked about anew")
    func instances() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let twice = "\(try rig.asking); \(try rig.asking)"
            for instance in [1, 2] {
                let sandbox = try await rig.sandbox("start-\(instance)", instance: instance, twice)
                let running = try await terminal.begin(sandbox)
                try await terminal.waitFor("flatpak:org.example.App wants to")
                try await terminal.waitFor("Allow? yes (always), once, no: ")
                try terminal.type("once\n")
                expectSignatures(2, try await running.finish())
            }
            #expect(try await rig.items("Grant").isEmpty)
        }
    }

    @Test("of a Flatpak that is answered with always is not asked again, at any start")
    func always() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let running = try await terminal.begin(try await rig.sandbox("first", instance: 1, try rig.asking))
            try await terminal.waitFor("Allow? yes (always), once, no: ")
            try terminal.type("yes\n")
            expectSignatures(1, try await running.finish())
            let again = try await rig.sandbox("again", instance: 2, "\(try rig.asking) --no-prompt")
            expectSignatures(1, try await terminal.run(again))
            #expect(try await terminal.mustRun("acctstore grant").contains("flatpak:org.example.App"))
        }
    }

    @Test("without a name is asked each time, and always is not offered")
    func nameless() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let sandbox = try await rig.sandbox("nameless", instance: nil, "\(try rig.asking); \(try rig.asking)")
            let running = try await terminal.begin(sandbox)
            for _ in 0..<2 {
                try await terminal.waitFor("Allow? once, no: ")
                try terminal.type("once\n")
            }
            expectSignatures(2, try await running.finish())
            #expect(try await rig.items("Grant").isEmpty)
        }
    }

    private func expectSignatures(
        _ count: Int, _ ended: some Ended, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectSuccess(ended, sourceLocation: sourceLocation)
        let signed = ended.out.split(separator: "\n").filter { $0.contains("OAuth ") }
        #expect(signed.count == count, "\(ended.out)", sourceLocation: sourceLocation)
    }
}
