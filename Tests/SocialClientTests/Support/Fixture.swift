import FoundationEssentials

/// Answers of services, with invented people in real shapes.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        try Array(
            Data(contentsOf: URL(filePath: #filePath).appending(path: "../../Fixtures/\(name).json").standardized))
    }

    static func text(_ name: String) throws -> String {
        String(decoding: try bytes(name), as: UTF8.self)
    }
}
