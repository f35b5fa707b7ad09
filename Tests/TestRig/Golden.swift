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
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try compare(text, with: folder.appending(path: "\(name).txt"), called: "Golden/\(name).txt")
    }

    /// A text that is kept where it is used.
    ///
    /// - Parameter file: its path in the package.
    public static func check(_ text: String, file: String) throws {
        try compare(text, with: URL(filePath: PackageFiles.root).appending(path: file), called: file)
    }

    private static func compare(_ text: String, with file: URL, called name: String) throws {
        let kept = try? String(contentsOf: file, encoding: .utf8)
        guard text != kept else { return }
        guard ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" else {
            throw Difference(description: "\(name) differs (UPDATE_GOLDEN=1 rewrites it). The text now:\n\(text)")
        }
        try text.write(to: file, atomically: true, encoding: .utf8)
        throw Difference(description: "\(name) was rewritten")
    }
}
