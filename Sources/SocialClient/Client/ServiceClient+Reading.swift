public import AccountModel

extension ServiceClient {
    /// One post.
    ///
    /// Throws `invalidArgument` for what is not an id, `serviceRefused` where there is no such post or the answer is
    /// something else, `credentialRejected`, `tryLater`, and what `perform` throws.
    public func post(withID id: String) async throws(BrokerError) -> Post {
        try requireSignature(to: "show a post")
        return try await ask(dialect.request(forPost: id), to: .read) { dialect.post(in: $0) }
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

    func page(_ request: PageRequest) async throws(BrokerError) -> PostPage {
        try await ask(dialect.request(for: request), to: .read) { dialect.page(in: $0) }
    }

    private func author(_ person: Person) async throws(BrokerError) -> Author {
        try await ask(dialect.request(for: person), to: .read) { dialect.author(in: $0) }
    }

    // MARK: - Who may

    /// Throws `invalidArgument`, before anything is sent, where no account acts.
    func requireAccount(to act: String) throws(BrokerError) {
        guard actor.account == nil else { return }
        throw BrokerError(
            .invalidArgument, "it takes an account to \(act), and this is asked as \(actor.label)",
            nextStep: "name the account with -a; acctstore list shows them")
    }

    private func requireSignature(to act: String) throws(BrokerError) {
        guard actor == .nobody, !dialect.answersUnsigned else { return }
        throw BrokerError(
            .invalidArgument, "\(service) answers only signed requests: it takes an account or an app to \(act)",
            nextStep: "use -a app, or name an account with -a")
    }
}
