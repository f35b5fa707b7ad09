/// An X server without a screen, and the hands of a person before it.
package struct Desktop: Sendable {
    package let display: String
    private let server: RunningProgram

    package static func start() async throws -> Desktop {
        let command = ["Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-ac"]
        let server = try Program(command, environment: ["PATH": "/usr/bin:/bin"]).start()
        try await eventually("a display") { server.out.hasSuffix("\n") }
        return Desktop(display: ":\(server.out.dropLast())", server: server)
    }

    /// The windows of a process that can be seen now and whose title holds `title`, the newest last.
    package func windows(of process: Int32, titled title: String, waiting: Bool = false) async throws -> [String] {
        let wait = waiting ? ["--sync"] : []
        let find = ["xdotool", "search"] + wait + ["--onlyvisible", "--all", "--pid", "\(process)", "--name", title]
        return try await run(find).out.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Presses a key, or several with blanks between, or closes the window, once the dialog of a process stands there and has
    /// the keyboard.
    package func press(_ key: String, on process: Int32, titled title: String = "acctstore") async throws {
        let windows = try await windows(of: process, titled: title, waiting: true)
        // The window is there a moment before it takes keys.
        try await Task.sleep(for: .seconds(1))
        if key == "close" {
            let script = try PackageFiles.text("Tests/TestRig/Scripts/close_window.py")
            for window in windows { _ = try await run(["/usr/bin/python3", "-c", script, window]) }
        } else {
            _ = try await run(["xdotool", "key"] + key.split(separator: " ").map(String.init))
        }
    }

    /// Answers a window's question with a text in place of any that stands there, and gives it the time to go.
    package func answer(_ text: String, in window: String) async throws {
        try await run(["xdotool", "windowfocus", window, "sleep", "0.5", "key", "ctrl+a"])
        try await run(["xdotool", "type", "--delay", "20", text])
        // A line feed at the end of the text is a key of its own, which Qt takes for no Return.
        try await run(["xdotool", "key", "Return"])
        try await Task.sleep(for: .seconds(1))
    }

    /// Presses keys in a window, and gives it the time to go.
    package func press(_ keys: [String], in window: String) async throws {
        try await run(["xdotool", "windowfocus", window, "sleep", "0.5", "key"] + keys)
        try await Task.sleep(for: .seconds(1))
    }

    /// Runs a program on this display and answers how it ended.
    @discardableResult
    package func run(_ command: [String]) async throws -> Outcome {
        try await Program(command, environment: ["PATH": "/usr/bin:/bin", "DISPLAY": display]).run()
    }

    package func stop() async {
        await server.stop()
    }
}
