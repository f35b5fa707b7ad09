public import AccountModel

extension ServiceClient {
    /// One post.
    ///
    /// Throws `invalidArgument` for what is not an id, `serviceRefused` where there is no such post or the answer is
    /// something else, `credentialRejected`, `tryLater`, and what `perform` throws.
    public func post(withID id: String) async throws(BrokerError) -> Post {
        try requireSignature(to: "show a post")
        return try await ask(dialect.request(forPost: id), as: .view(id)) { dialect.post(in: $0) }
    }

    /// Who the service says that the account is. Throws as ``post(withID:)`` does.
    public func verify() async throws(BrokerError) -> Author {
        try requireAccount(to: "say who it is")
        return try await author(.oneself)
    }

    /// A timeline, newest first, of at most so many posts. Nothing is asked before its first page is.
    public func timeline(_ source: TimelineSource, count: Int) -> TimelinePages {
        TimelinePages(source, count: count, of: self)
    }

    // MARK: - For the pages

    /// The id that the requests for a timeline need; nil where they need none.
    func personID(for source: TimelineSource) async throws(BrokerError) -> String? {
        switch source {
        case .home: try requireAccount(to: "read a home timeline")
        case .mentions: try requireAccount(to: "read what mentions it")
        case .user, .search, .everybody: try requireSignature(to: "read this timeline")
        }
        guard let person = dialect.personNeeded(for: source) else { return nil }
        if person == .oneself, let id = actor.account?.userID, id.isAllDigits { return id }
        return try await author(person).id
    }

    /// The page; `request` takes on the form in which the service knows the call.
    func page(_ request: inout PageRequest) async throws(BrokerError) -> PostPage {
        let attempt = Attempt.read(Self.words(for: request.source))
        var answer = try await answer(to: dialect.request(for: request), as: attempt)
        if answer.status == 404, let older = dialect.olderForm(of: request) {
            request = older
            answer = try await self.answer(to: dialect.request(for: request), as: attempt)
        }
        guard answer.isSuccess, let page = dialect.page(in: answer, to: request) else {
            if case .search = request.source, [404, 405, 501].contains(answer.status) { throw withoutSearch(answer) }
            throw await failure(answer, of: attempt)
        }
        guard !page.isIncomplete || !page.posts.isEmpty else {
            throw BrokerError(
                .tryLater, "\(host) is still gathering \(Self.words(for: request.source)) (HTTP \(answer.status))",
                nextStep: "try again in a minute")
        }
        return page
    }

    private func withoutSearch(_ answer: ServiceAnswer) -> BrokerError {
        BrokerError(
            .serviceRefused, "\(host) has no search for posts (HTTP \(answer.status)); those of one person can be read",
            nextStep: "acctstore timeline user NAME")
    }

    private func author(_ person: Person) async throws(BrokerError) -> Author {
        let words =
            switch person {
            case .oneself: "the name of the account"
            case .named(let name): "the name \(OneLine.visible(name, length: 40))"
            }
        let attempt = Attempt.read(words)
        var first: ServiceAnswer?
        for request in try dialect.requests(for: person) {
            let answer = try await answer(to: request, as: attempt)
            if answer.isSuccess, let author = dialect.author(person, in: answer.body), author.isPlain { return author }
            first = first ?? answer
            // Any other answer to the first says what is wrong, and no other call can mend it.
            if first?.status != 404 { break }
        }
        throw await failure(first ?? ServiceAnswer(status: 404, body: []), of: attempt)
    }

    /// How messages name a timeline.
    private static func words(for source: TimelineSource) -> String {
        switch source {
        case .home: "the home timeline"
        case .mentions: "the mentions"
        case .user(let name): "the posts of \(OneLine.visible(name, length: 40))"
        case .search: "the search"
        case .everybody: "the public timeline"
        }
    }

    // MARK: - Who may

    /// Throws `invalidArgument`, before anything is sent, where no account acts.
    func requireAccount(to act: String) throws(BrokerError) {
        guard actor.account == nil else { return }
        throw BrokerError(
            .invalidArgument, "it takes an account to \(act), and this is asked as \(actor.label)",
            nextStep: "name the account with -a\nacctstore list")
    }

    private func requireSignature(to act: String) throws(BrokerError) {
        guard actor == .nobody, !dialect.answersUnsigned else { return }
        throw BrokerError(
            .invalidArgument, "\(service) answers only signed requests: it takes an account or an app to \(act)",
            nextStep: "use -a app, or name an account with -a")
    }
}

extension Author {
    /// Whether it can be somebody: a name of two words, or with what a terminal obeys, is nobody's.
    fileprivate var isPlain: Bool { PersonName.id(id) != nil && PersonName.name(username) != nil }
}
