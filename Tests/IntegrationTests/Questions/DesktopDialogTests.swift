import TestRig
import Testing

/// A real pinentry-gtk-2 on a display of its own, with the keys that a person would press.
@Suite("The dialog on a desktop")
struct DesktopDialogTests {
    @Test("allow, then always, for a program without a terminal: remembered")
    func always() async throws {
        try await withDesktop { rig, desktop in
            let asker = try rig.askingProgram()
            let asking = try rig.program([asker]).start()
            try await desktop.press("alt+a", on: try await rig.dialogProcess())
            try await desktop.press("alt+a", on: try await rig.dialogProcess())
            #expect(try await asking.finish().out == "granted\n")
            #expect(try await rig.program([asker]).run().out == "granted\n")
            #expect(try await rig.items("Grant").count == 1)
        }
    }

    @Test("deny: remembered, and the program cannot ask again")
    func deny() async throws {
        try await withDesktop { rig, desktop in
            let asker = try rig.askingProgram()
            let asking = try rig.program([asker]).start()
            try await desktop.press("alt+d", on: try await rig.dialogProcess())
            #expect(try await asking.finish().out == "refused\n")
            #expect(try await rig.program([asker]).run().out == "refused\n")
        }
    }

    @Test(
        "Enter, Escape, a closed window and Not now refuse this request alone",
        arguments: ["Return", "Escape", "alt+n", "close"])
    func notNow(_ key: String) async throws {
        try await withDesktop { rig, desktop in
            let asker = try rig.askingProgram()
            for _ in 1...2 {
                let asking = try rig.program([asker]).start()
                try await desktop.press(key, on: try await rig.dialogProcess())
                let out = try await asking.finish().out
                #expect(out.contains("this time: the person chose Not now"), "\(out)")
            }
            #expect(try await rig.items("Grant").isEmpty)
        }
    }

    @Test("the dialog goes when its program goes, and the next one is asked about")
    func programGoes() async throws {
        try await withDesktop { rig, desktop in
            let first = try rig.program([try rig.askingProgram("first")]).start()
            let dialog = try await rig.dialogProcess()
            let second = try rig.program([try rig.askingProgram("second")]).start()
            first.send(signal: 9)
            try await eventually("the end of the first dialog") { !rig.dialogProcesses.contains(dialog) }
            try await desktop.press("alt+d", on: try await rig.dialogProcess())
            #expect(try await second.finish().out == "refused\n")
        }
    }

    private func withDesktop(_ body: (Rig, Desktop) async throws -> Void) async throws {
        let desktop = try await Desktop.start()
        var options = RigOptions()
        options.environment["DISPLAY"] = desktop.display
        do {
            try await withRig(options) { rig in
                _ = try await rig.terminal(with: TestService.Known.alice)
                try await body(rig, desktop)
            }
        } catch {
            await desktop.stop()
            throw error
        }
        await desktop.stop()
    }
}
