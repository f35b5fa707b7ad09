package import AccountModel

/// Mastodon's API, which GoToSocial, snac, Friendica and others speak too.
package struct Mastodon: Dialect {
    private let service: Service
    private let base: String

    package init(_ profile: ServiceProfile) {
        service = profile.service
        base = profile.api.hasSuffix("/") ? profile.api : profile.api + "/"
    }

    private var api: String { base + "api/v1/" }

    /// Posts on a page, at most.
    private static let longestPage = 40

    // MARK: - Writing

    package var knowsRepetition: Bool { true }

    package var hasVisibility: Bool { true }

    package func request(toPost draft: Draft) throws(BrokerError) -> ServiceRequest {
        var parameters = [Parameter("status", draft.text.text)]
        if let reply = draft.replyTo {
            parameters.append(Parameter("in_reply_to_id", try reply.checkedAsOpaqueID()))
        }
        if let warning = draft.contentWarning { parameters.append(Parameter("spoiler_text", warning)) }
        // Without it the server takes what the account has set there.
        if let visibility = draft.visibility { parameters.append(Parameter("visibility", visibility.rawValue)) }
        var request = ServiceRequest("POST", api + "statuses", parameters)
        request.request.headers.append(HeaderField("Idempotency-Key", draft.idempotencyKey))
        return request
    }

    package func request(toUnpost id: String) throws(BrokerError) -> ServiceRequest {
        ServiceRequest("DELETE", api + "statuses/\(try id.checkedAsOpaqueID())")
    }

    // MARK: - Reading

    package var answersUnsigned: Bool { true }

    package func personNeeded(for source: TimelineSource) -> Person? {
        if case .user(let name) = source { .named(name) } else { nil }
    }

    package func request(forPost id: String) throws(BrokerError) -> ServiceRequest {
        ServiceRequest("GET", api + "statuses/\(try id.checkedAsOpaqueID())")
    }

    /// A name that the server has not met is looked for at the server that it names: only a search does that.
    package func requests(for person: Person) throws(BrokerError) -> [ServiceRequest] {
        guard case .named(let name) = person else {
            return [ServiceRequest("GET", api + "accounts/verify_credentials")]
        }
        let account = try MastodonName(name, at: service).text
        let search = [Parameter("q", account), Parameter("resolve", "true"), Parameter("limit", "10")]
        return [
            ServiceRequest("GET", api + "accounts/lookup", [Parameter("acct", account)]),
            ServiceRequest("GET", api + "accounts/search", search),
            ServiceRequest("GET", base + "api/v2/search", search + [Parameter("type", "accounts")]),
        ]
    }

    package func request(for page: PageRequest) throws(BrokerError) -> ServiceRequest {
        let (path, own) = try call(for: page.source, of: page.person ?? "")
        let limit = Parameter("limit", String(min(max(page.count, 1), Self.longestPage)))
        return ServiceRequest("GET", base + "api/" + path, own + [limit] + cursor(of: page))
    }

    private func call(
        for source: TimelineSource, of person: String
    ) throws(BrokerError) -> (path: String, parameters: [Parameter]) {
        switch source {
        case .home: ("v1/timelines/home", [])
        case .mentions: ("v1/notifications", [Parameter("types[]", "mention")])
        case .user: ("v1/accounts/\(try person.checkedAsOpaqueID())/statuses", [])
        case .search(let query): ("v2/search", [Parameter("q", query), Parameter("type", "statuses")])
        case .everybody: ("v1/timelines/public", [])
        }
    }

    /// A search counts on from a number, all else from an id.
    private func cursor(of page: PageRequest) -> [Parameter] {
        guard let cursor = page.cursor else { return [] }
        if case .search = page.source { return [Parameter("offset", cursor)] }
        return [Parameter("max_id", cursor)]
    }
}

// MARK: - What is answered

extension Mastodon {
    package func post(in body: [UInt8]) -> Post? {
        JSONDocument(body).flatMap { MastodonStatus($0.root, of: service).post }
    }

    /// Some servers answer a removal with the post, others with nothing but an object.
    package func confirmsRemoval(in body: [UInt8]) -> Bool {
        guard let root = JSONDocument(body)?.root, root.isObject else { return false }
        return root["error"] == nil
    }

    package func author(_ person: Person, in body: [UInt8]) -> Author? {
        guard let root = JSONDocument(body)?.root else { return nil }
        guard case .named(let name) = person,
            let list = [root, root["accounts"]].compactMap(\.self).first(where: \.isArray)
        else { return Author(mastodonAccount: root) }
        // A search finds people of similar names too.
        let wanted = try? MastodonName(name, at: service)
        return list.elements.lazy.compactMap(Author.init(mastodonAccount:)).first { wanted?.isName(of: $0) == true }
    }

    package func usualVisibility(in body: [UInt8]) -> Visibility? {
        JSONDocument(body)?.root["source"]?["privacy"]?.string.flatMap(Visibility.init(rawValue:))
    }

    package func page(in answer: ServiceAnswer, to request: PageRequest) -> PostPage? {
        guard let root = JSONDocument(answer.body)?.root, let list = list(in: root, of: request.source) else {
            return nil
        }
        var page = PostPage(posts: [], isIncomplete: answer.status == 206)
        var count = 0
        var last: String?
        for element in list.elements {
            count += 1
            last = element["id"]?.id ?? last
            // Some servers send every kind of notification, whatever kind is asked for.
            if request.source == .mentions, element["type"]?.string != "mention" { continue }
            let status = request.source == .mentions ? element["status"] : element
            if let post = status.flatMap({ MastodonStatus($0, of: service).post }) {
                page.posts.append(post)
            } else {
                page.unreadable += 1
            }
        }
        page.next = cursor(after: last, count: count, answer, request)
        return page
    }

    private func list(in root: JSONNode, of source: TimelineSource) -> JSONNode? {
        let list = if case .search = source { root["statuses"] } else { root as JSONNode? }
        return list.flatMap { $0.isArray ? $0 : nil }
    }

    /// Ids are words without an order: only the server knows where the next page begins.
    private func cursor(after last: String?, count: Int, _ answer: ServiceAnswer, _ request: PageRequest) -> String? {
        if case .search = request.source {
            return count == 0 ? nil : String((request.cursor.flatMap { Int($0) } ?? 0) + count)
        }
        guard let links = answer.headers[field: "Link"] else { return last }
        return PageLinks(links).parameter("max_id", ofRelation: "next").flatMap { try? $0.checkedAsOpaqueID() }
    }

    /// snac answers so to a token that it does not know.
    package func deniesLogIn(_ answer: ServiceAnswer) -> Bool {
        answer.status == 422 && answer.body.isEmpty
    }
}
