import FoundationEssentials

/// The collection of published OAuth 1.0a values, where it lies beside the checkout or where `ACCTSTORE_SHARED` says.
/// Empty where it does not: the values carried here are then the only ones.
enum SharedVectors {
    static let all = load() ?? VectorFile.empty

    private static func load() -> VectorFile? {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["ACCTSTORE_SHARED"].map { URL(filePath: $0) }
            ?? root.deletingLastPathComponent().appending(path: "shared")
        guard let data = try? Data(contentsOf: shared.appending(path: "vectors/oauth1.json")) else { return nil }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        do {
            return try decoder.decode(VectorFile.self, from: data)
        } catch {
            // A file that is there and cannot be read must not pass for one that is not there.
            preconditionFailure("oauth1.json: \(error)")
        }
    }
}

struct VectorFile: Decodable {
    struct Key: Decodable { let pem: String }
    struct Encoding: Decodable { let input, expected: String }
    struct Normalization: Decodable {
        let formEncodedInput: String?
        let params: [[String]]
        let expected: String
    }
    struct BaseURI: Decodable { let url, expected: String }
    struct BaseString: Decodable {
        let method, url: String
        let params: [[String]]
        let expectedBaseString: String
    }
    struct Hash: Decodable {
        let body: String
        let sha1Base64: String
    }

    var keys: [String: Key] = [:]
    var vectors: [Vector] = []
    var percentEncoding: [Encoding] = []
    var normalizeParams: [Normalization] = []
    var baseStringUri: [BaseURI] = []
    var baseStrings: [BaseString] = []
    var derivedCornerCases: [Vector] = []
    var bodyHash: [Hash] = []

    static let empty = VectorFile()
}
