package import AccountModel

/// The language of a service's API: what to ask, and how to read what is answered. A dialect sends nothing.
package protocol Dialect: Sendable {
    // MARK: What to ask

    /// The request that posts the draft. Sending it twice posts twice.
    ///
    /// Throws `invalidArgument` where the draft names a post that this service cannot have.
    func request(toPost draft: Draft) throws(BrokerError) -> ServiceRequest

    /// The request that takes a post back. Throws `invalidArgument` for what is not an id.
    func request(toUnpost id: String) throws(BrokerError) -> ServiceRequest

    /// The request for one post. Throws `invalidArgument` for what is not an id.
    func request(forPost id: String) throws(BrokerError) -> ServiceRequest

    /// The requests for who a person is, to be sent in turn until one finds somebody: services know the call by one name
    /// or another. Throws `invalidArgument` for what is not a name.
    func requests(for person: Person) throws(BrokerError) -> [ServiceRequest]

    /// The request for a page of a timeline. Throws `invalidArgument` where the service has no such timeline.
    func request(for page: PageRequest) throws(BrokerError) -> ServiceRequest

    /// The request for the page as services know it that do not know this one; nil where there is no other form.
    func olderForm(of page: PageRequest) -> PageRequest?

    /// Whose id the request for a page needs; nil where it needs none.
    func personNeeded(for source: TimelineSource) -> Person?

    /// Whether the service may answer requests that nobody signed.
    var answersUnsigned: Bool { get }

    /// Whether the service may know two requests to post by ``Draft/idempotencyKey`` for one.
    var knowsRepetition: Bool { get }

    /// Whether authors say who may see a post, and warn of what is in it.
    var hasVisibility: Bool { get }

    // MARK: How to read what is answered

    /// The post in the body of an answer; nil where there is none with an id.
    func post(in body: [UInt8]) -> Post?

    /// The person in the body of an answer; nil where it is somebody else, or nobody.
    func author(_ person: Person, in body: [UInt8]) -> Author?

    /// Who may see the posts of whom the body of an answer describes, where a post does not say it.
    func usualVisibility(in body: [UInt8]) -> Visibility?

    /// The page in an answer to a request for one, which may be empty; nil where the body is something else.
    func page(in answer: ServiceAnswer, to request: PageRequest) -> PostPage?

    /// Whether the body of an answer says that a post is gone.
    func confirmsRemoval(in body: [UInt8]) -> Bool

    /// What an answer that is no success says about the reason, in whatever form it comes.
    func fault(in body: [UInt8]) -> ServiceFault

    /// Whether an answer that is no success denies the log-in, though its status is not the usual one for that.
    func deniesLogIn(_ answer: ServiceAnswer) -> Bool
}

/// What holds for most services.
extension Dialect {
    package func olderForm(of page: PageRequest) -> PageRequest? { nil }

    package var knowsRepetition: Bool { false }

    package var hasVisibility: Bool { false }

    package func usualVisibility(in body: [UInt8]) -> Visibility? { nil }

    package func fault(in body: [UInt8]) -> ServiceFault { ServiceFault(body: body) }

    package func deniesLogIn(_ answer: ServiceAnswer) -> Bool { false }

    /// The page in a body that came by itself: the first of a home timeline.
    package func page(in body: [UInt8]) -> PostPage? {
        page(in: ServiceAnswer(body: body), to: PageRequest(source: .home, count: 20))
    }
}

/// A person at a service, before the id is known.
package enum Person: Sendable, Equatable {
    /// The one whose account acts.
    case oneself
    case named(String)
}
