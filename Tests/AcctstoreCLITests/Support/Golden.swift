import FoundationEssentials
import Testing

/// Generated texts, kept as files in the folder `Golden` beside the tests and compared letter by letter.
///
/// With `UPDATE_GOLDEN=1` in the environment a text that differs is written; the test fails then too, so that a
/// changed file is always looked at.
enum Golden {
    /// - Parameter name: the name of the file, without `.txt`.
    static func check(
        _ text: String, _ name: String, testFile: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let folder = URL(filePath: testFile).deletingLastPathComponent().appending(path: "Golden")
        let file = folder.appending(path: "\(name).txt")
        let kept = try? String(contentsOf: file, encoding: .utf8)
        guard text != kept else { return }
        guard ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" else {
            Issue.record(
                "Golden/\(name).txt differs (UPDATE_GOLDEN=1 rewrites it). The text now:\n\(text)",
                sourceLocation: sourceLocation)
            return
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("Golden/\(name).txt was rewritten", sourceLocation: sourceLocation)
    }
}
