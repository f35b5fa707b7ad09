import FoundationEssentials

/// Generated texts, kept as files in the folder `Golden` beside the tests and compared letter by letter.
///
/// With `UPDATE_GOLDEN=1` in the environment a text that differs is written; the test fails then too, so that a
/// changed file is always looked at.
public enum Golden {
    /// The text is not the one that is kept.
    public struct Difference: Error, CustomStringConvertible {
        public let description: String
    }

    /// - Parameters:
    ///   - name: the name of the file, without `.txt`.
    ///   - testFile: the file of the test, beside which the folder lies.
    public static func check(_ text: String, _ name: String, testFile: String = #filePath) throws {
        let folder = URL(filePath: testFile).deletingLastPathComponent().appending(path: "Golden")
        let file = folder.appending(path: "\(name).txt")
        let kept = try? String(contentsOf: file, encoding: .utf8)
        guard text != kept else { return }
        guard ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" else {
            throw Difference(
                description: "Golden/\(name).txt differs (UPDATE_GOLDEN=1 rewrites it). The text now:\n\(text)")
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        throw Difference(description: "Golden/\(name).txt was rewritten")
    }
}
