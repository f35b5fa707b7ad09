import FoundationEssentials

/// The conformance cases that twitter-text publishes, read where they lie beside the package.
enum PublishedCases {
    struct Validation: Decodable {
        struct Expected: Decodable {
            var weightedLength: Int
            var valid: Bool
            var permillage: Int
            var displayRangeStart: Int
            var displayRangeEnd: Int
            var validRangeStart: Int
            var validRangeEnd: Int
        }
        var description: String
        var text: String
        var expected: Expected
    }

    struct Links: Decodable {
        var description: String
        var text: String
        var expected: [String]
    }

    struct LinksWithPositions: Decodable {
        struct Expected: Decodable, Equatable {
            var url: String
            var indices: [Int]
        }
        var description: String
        var text: String
        var expected: [Expected]
    }

    struct Validity: Decodable {
        var description: String
        var text: String
        var expected: Bool
    }

    struct Weights: Decodable {
        struct Range: Decodable {
            var start: UInt32
            var end: UInt32
            var weight: Int
        }
        var maxWeightedTweetLength: Int
        var scale: Int
        var defaultWeight: Int
        var transformedURLLength: Int
        var ranges: [Range]
        var emojiParsingEnabled: Bool?
    }

    static let folder = SharedFolder.url.appending(path: "twitter-text")

    static var areThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static func weights(_ file: String) throws -> Weights {
        try JSONDecoder().decode(Weights.self, from: Data(contentsOf: folder.appending(path: file)))
    }

    static func group<Case: Decodable>(_ name: String, of file: String, as type: Case.Type = Case.self) throws -> [Case]
    {
        let data = try Data(contentsOf: folder.appending(path: file))
        guard let cases = try JSONDecoder().decode(File<Case>.self, from: data).cases[name] else {
            throw MissingGroup(name: name, file: file)
        }
        return cases
    }

    struct MissingGroup: Error {
        var name: String
        var file: String
    }

    /// Reads the groups whose cases have the wanted form and passes over the others.
    private struct File<Case: Decodable>: Decodable {
        var cases: [String: [Case]] = [:]

        init(from decoder: any Decoder) throws {
            let groups = try decoder.container(keyedBy: GroupName.self)
                .nestedContainer(keyedBy: GroupName.self, forKey: GroupName(stringValue: "tests"))
            for name in groups.allKeys {
                cases[name.stringValue] = try? groups.decode([Case].self, forKey: name)
            }
        }
    }

    private struct GroupName: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// Where published test data lies: `ACCTSTORE_SHARED`, else `shared` beside the package.
enum SharedFolder {
    static var url: URL {
        if let path = ProcessInfo.processInfo.environment["ACCTSTORE_SHARED"] { return URL(filePath: path) }
        return URL(filePath: #filePath).appending(path: "../../../../../shared").standardized
    }
}
