package import AccountModel
import FoundationEssentials

/// Version 2 of X's API.
package struct Twitter2: Dialect {
    private let service: Service
    private let api: String

    package init(_ profile: ServiceProfile) {
        service = profile.service
        api = profile.calls(ofVersion: "2")
    }

    // MARK: - Writing

    package func request(toPost draft: Draft) throws(BrokerError) -> ServiceRequest {
        let reply = try draft.replyTo?.checkedAsPostID()
        return ServiceRequest("POST", api + "tweets", json: Twitter2Draft(text: draft.text.text, reply: reply).json)
    }

    package func request(toUnpost id: String) throws(BrokerError) -> ServiceRequest {
        ServiceRequest("DELETE", api + "tweets/\(try id.checkedAsPostID())")
    }

    package func confirmsRemoval(in body: [UInt8]) -> Bool {
        JSONDocument(body)?.root["data"]?["deleted"]?.isTrue ?? false
    }

    // MARK: - Reading

    package var answersUnsigned: Bool { false }

    package func personNeeded(for source: TimelineSource) -> Person? {
        switch source {
        case .home, .mentions: .oneself
        case .user(let name): .named(name)
        case .search, .everybody: nil
        }
    }

    package func request(forPost id: String) throws(BrokerError) -> ServiceRequest {
        ServiceRequest("GET", api + "tweets/\(try id.checkedAsPostID())", Twitter2Fields.ofPosts)
    }

    package func requests(for person: Person) throws(BrokerError) -> [ServiceRequest] {
        switch person {
        case .oneself:
            [ServiceRequest("GET", api + "users/me", Twitter2Fields.ofPersons)]
        case .named(let name):
            [ServiceRequest("GET", api + "users/by/username/\(try username(name))", Twitter2Fields.ofPersons)]
        }
    }

    package func request(for page: PageRequest) throws(BrokerError) -> ServiceRequest {
        let timeline = try timeline(page.source, of: page.person ?? "")
        let count = min(max(page.count, timeline.sizes.lowerBound), timeline.sizes.upperBound)
        let token = page.cursor.map { [Parameter(timeline.tokenName, $0)] } ?? []
        return ServiceRequest(
            "GET", api + timeline.path,
            timeline.parameters + [Parameter("max_results", String(count))] + token + Twitter2Fields.ofPosts)
    }

    private struct Timeline {
        var path: String
        var parameters: [Parameter] = []
        /// How many posts may be asked for at once.
        var sizes: ClosedRange<Int>
        var tokenName = "pagination_token"
    }

    private func timeline(_ source: TimelineSource, of person: String) throws(BrokerError) -> Timeline {
        switch source {
        case .home: return Timeline(path: "users/\(person)/timelines/reverse_chronological", sizes: 1...100)
        case .mentions: return Timeline(path: "users/\(person)/mentions", sizes: 5...100)
        case .user: return Timeline(path: "users/\(person)/tweets", sizes: 5...100)
        case .search(let query):
            return Timeline(
                path: "tweets/search/recent", parameters: [Parameter("query", query)], sizes: 10...100,
                tokenName: "next_token")
        case .everybody:
            throw BrokerError(
                .invalidArgument, "\(service) has no timeline of everybody's posts",
                nextStep: "acctstore timeline search QUERY")
        }
    }

    package func post(in body: [UInt8]) -> Post? {
        Twitter2Answer(body, of: service)?.post
    }

    package func author(_ person: Person, in body: [UInt8]) -> Author? {
        JSONDocument(body)?.root["data"].flatMap(Author.init(twitter2User:))
    }

    package func page(in answer: ServiceAnswer, to request: PageRequest) -> PostPage? {
        Twitter2Answer(answer.body, of: service)?.page
    }

    /// The name as it can be part of a path.
    private func username(_ text: String) throws(BrokerError) -> String {
        let name = text.hasPrefix("@") ? text.dropFirst() : text[...]
        guard !name.isEmpty, name.unicodeScalars.allSatisfy({ $0.isASCIIAlphanumeric || $0 == "_" }) else {
            throw BrokerError(
                .invalidArgument,
                "\(OneLine.joined(text, length: 40)) is not a name at \(service): names are letters, digits and _")
        }
        return String(name)
    }
}

/// A post on its way to API v2, which refuses keys that it does not know.
private struct Twitter2Draft: Encodable {
    var text: String
    var reply: String?

    private enum CodingKeys: String, CodingKey {
        case text, reply
        case answered = "in_reply_to_tweet_id"
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(text, forKey: .text)
        guard let reply else { return }
        var answer = object.nestedContainer(keyedBy: CodingKeys.self, forKey: .reply)
        try answer.encode(reply, forKey: .answered)
    }

    /// Strings alone can always be encoded.
    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? Array(encoder.encode(self))) ?? []
    }
}
