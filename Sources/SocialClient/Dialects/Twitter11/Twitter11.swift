package import AccountModel

/// Version 1.1 of Twitter's API, which GNU social and others speak too.
package struct Twitter11: Dialect {
    private let service: Service
    private let api: String

    package init(_ profile: ServiceProfile) {
        service = profile.service
        api = profile.calls(ofVersion: "1.1")
    }

    private var isGNUSocial: Bool { service.name == "gnusocial" }

    /// Without it, posts over 140 characters come cut.
    private static let wholeText = Parameter("tweet_mode", "extended")

    // MARK: - Writing

    package func request(toPost draft: Draft) throws(BrokerError) -> ServiceRequest {
        var parameters = [
            Parameter("status", try isGNUSocial ? GNUSocialText.encoded(draft.text.text) : draft.text.text),
            // Without it, text that starts with "d bob" or "dm bob" would go to Bob alone.
            Parameter("enable_dmcommands", "false"),
            Self.wholeText,
        ]
        if let post = draft.replyTo {
            parameters.append(Parameter("in_reply_to_status_id", try post.checkedAsPostID()))
            // Without it, the id is passed over unless the text names the author.
            parameters.append(Parameter("auto_populate_reply_metadata", "true"))
        }
        return ServiceRequest("POST", api + "statuses/update.json", parameters)
    }

    package func request(toUnpost id: String) throws(BrokerError) -> ServiceRequest {
        ServiceRequest("POST", api + "statuses/destroy/\(try id.checkedAsPostID()).json")
    }

    // MARK: - Reading

    package var answersUnsigned: Bool { true }

    package func personNeeded(for source: TimelineSource) -> Person? { nil }

    package func request(forPost id: String) throws(BrokerError) -> ServiceRequest {
        ServiceRequest("GET", api + "statuses/show/\(try id.checkedAsPostID()).json", [Self.wholeText])
    }

    package func requests(for person: Person) throws(BrokerError) -> [ServiceRequest] {
        switch person {
        case .oneself:
            [ServiceRequest("GET", api + "account/verify_credentials.json", [Parameter("skip_status", "true")])]
        case .named(let name):
            [ServiceRequest("GET", api + "users/show.json", [Parameter("screen_name", withoutAt(name))])]
        }
    }

    package func request(for page: PageRequest) throws(BrokerError) -> ServiceRequest {
        let (path, own, most) = call(for: page.source, isInOlderForm: page.isInOlderForm)
        // A server that counts the post of the cursor in would send that one alone.
        let count = min(page.count, most) + (page.cursor == nil ? 0 : 1)
        let paging =
            [Parameter("count", String(min(max(count, 1), most)))]
            + (page.cursor.map { [Parameter("max_id", $0)] } ?? [])
        return ServiceRequest("GET", api + path, own + paging + [Self.wholeText])
    }

    /// GNU social searches where API v1 did.
    package func olderForm(of page: PageRequest) -> PageRequest? {
        guard case .search = page.source, !page.isInOlderForm else { return nil }
        var page = page
        page.isInOlderForm = true
        return page
    }

    private func withoutAt(_ name: String) -> String {
        name.hasPrefix("@") ? String(name.dropFirst()) : name
    }

    /// The path of a timeline, the parameters that are its own, and how many posts it gives at once.
    private func call(
        for source: TimelineSource, isInOlderForm: Bool
    ) -> (path: String, parameters: [Parameter], most: Int) {
        switch source {
        case .home: ("statuses/home_timeline.json", [], 200)
        case .mentions: ("statuses/mentions_timeline.json", [], 200)
        case .user(let name): ("statuses/user_timeline.json", [Parameter("screen_name", withoutAt(name))], 200)
        case .search(let query): (isInOlderForm ? "search.json" : "search/tweets.json", [Parameter("q", query)], 100)
        case .everybody: ("statuses/public_timeline.json", [], 200)
        }
    }

    package func post(in body: [UInt8]) -> Post? {
        JSONDocument(body).flatMap { TwitterStatus($0.root, of: service).post }
    }

    package func author(_ person: Person, in body: [UInt8]) -> Author? {
        JSONDocument(body).flatMap { Author(twitterUser: $0.root) }
    }

    package func page(in answer: ServiceAnswer, to request: PageRequest) -> PostPage? {
        guard let root = JSONDocument(answer.body)?.root else { return nil }
        // Timelines, and search at GNU social, are an array; search has it in an object, under another name in API v1.
        guard let list = [root, root["statuses"], root["results"]].lazy.compactMap(\.self).first(where: \.isArray)
        else {
            return nil
        }
        var page = PostPage(posts: [])
        for element in list.elements {
            if let post = TwitterStatus(element, of: service).post {
                page.posts.append(post)
            } else {
                page.unreadable += 1
            }
        }
        page.next = cursor(after: page.posts)
        return page
    }

    /// The number before the least one. Letters are no numbers: then the last id itself, which comes again.
    private func cursor(after posts: [Post]) -> String? {
        let ids = posts.map(\.id)
        guard ids.allSatisfy(\.isAllDigits) else { return ids.last }
        return ids.min(by: PostNumber.isLess).flatMap(PostNumber.before)
    }

    package func confirmsRemoval(in body: [UInt8]) -> Bool {
        post(in: body) != nil
    }
}
