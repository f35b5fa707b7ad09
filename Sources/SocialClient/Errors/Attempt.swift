import AccountModel

/// What was asked of a service: on it depends what may be concluded from a failure, and how to go on.
enum Attempt: Hashable {
    case post
    /// To the post with that id.
    case reply(to: String)
    /// Takes back the post with that id.
    case unpost(String)
    /// One post by its id.
    case view(String)
    /// Anything else that changes nothing: `the home timeline`.
    case read(String)
    /// A request of the person's own.
    case request(isWrite: Bool)

    /// Whether something may have been done that everybody sees.
    var isWrite: Bool {
        switch self {
        case .post, .reply, .unpost: true
        case .view, .read: false
        case .request(let isWrite): isWrite
        }
    }

    /// Whether a text of the person's was to be posted.
    var isPost: Bool {
        switch self {
        case .post, .reply: true
        case .unpost, .view, .read, .request: false
        }
    }

    /// `the reply to post 20 by @alice (2, twitter)`
    func words(by who: String) -> String {
        switch self {
        case .post: "the post by \(who)"
        case .reply(let id): "the reply to post \(shown(id)) by \(who)"
        case .unpost(let id): "the removal of post \(shown(id)) by \(who)"
        case .view(let id): "the request for post \(shown(id)) by \(who)"
        case .read(let what): "the request for \(what) by \(who)"
        case .request: "the request by \(who)"
        }
    }

    /// What to do before it is tried again, where it may have been done.
    func lookFirst(as actor: ServiceActor) -> String {
        switch self {
        case .unpost(let id): "look whether post \(shown(id)) is still there before you try again"
        case .request: "look whether it was done before you send it again"
        default: "look at the posts of \(actor.handle) before you try again"
        }
    }

    private func shown(_ id: String) -> String { OneLine.visible(id, length: 40) }
}
