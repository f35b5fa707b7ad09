import AccountModel

/// Who may see what is posted.
extension ServiceClient {
    /// The draft as it may be posted: a reply with a visibility of its own where that of the account would be wider than
    /// what it answers.
    ///
    /// Throws `invalidArgument` where the draft says so itself, or asks for what the service does not have; then nothing
    /// was posted. Throws what ``post(withID:)`` throws for what it has to ask first.
    func fitted(_ draft: Draft) async throws(BrokerError) -> Draft {
        guard dialect.hasVisibility else {
            try requirePlain(draft)
            return draft
        }
        guard let answered = draft.replyTo else { return draft }
        let original = try await ask(dialect.request(forPost: answered), as: .view(answered)) { dialect.post(in: $0) }
        // A word that is not known here may mean anybody: the narrowest is never too wide.
        let widest = original.visibility ?? .direct
        if let wanted = draft.visibility {
            guard wanted <= widest else { throw tooWide(wanted, widest, answered) }
            return draft
        }
        guard widest < .everybody, try await usualVisibility() > widest else { return draft }
        var fitted = draft
        fitted.visibility = widest
        return fitted
    }

    /// As whom the account posts where nothing is said. The account may post to everybody where its server does not tell.
    private func usualVisibility() async throws(BrokerError) -> Visibility {
        guard let request = try dialect.requests(for: .oneself).first else { return .everybody }
        return try await ask(request, as: .read("the settings of the account")) { body in
            dialect.author(.oneself, in: body).map { _ in dialect.usualVisibility(in: body) ?? .everybody }
        }
    }

    private func requirePlain(_ draft: Draft) throws(BrokerError) {
        let options = [
            draft.visibility.map { _ in ("--visibility", "let authors say who may see a post") },
            draft.contentWarning.map { _ in ("--cw", "have content warnings") },
        ]
        guard let (option, words) = options.lazy.compactMap(\.self).first else { return }
        throw BrokerError(
            .invalidArgument, "\(service) does not \(words); nothing was posted", nextStep: "leave out \(option)")
    }

    private func tooWide(_ wanted: Visibility, _ widest: Visibility, _ answered: String) -> BrokerError {
        BrokerError(
            .invalidArgument,
            "a reply is seen by no more people than what it answers: post \(answered) is \(widest.rawValue), and "
                + "\(wanted.rawValue) is wider; nothing was posted",
            nextStep: "leave out --visibility, or use --visibility \(widest.rawValue)")
    }
}
