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

    /// The request for who a person is. Throws `invalidArgument` for what is not a name.
    func request(for person: Person) throws(BrokerError) -> ServiceRequest

    /// The request for a page of a timeline. Throws `invalidArgument` where the service has no such timeline.
    func request(for page: PageRequest) throws(BrokerError) -> ServiceRequest

    /// The request for the page as services know it that do not know this one; nil where there is no other form.
    func olderForm(of page: PageRequest) -> PageRequest?

    /// Whose id the request for a page needs; nil where it needs none.
    func personNeeded(for source: TimelineSource) -> Person?

    /// Whether the service may answer requests that nobody signed.
    var answersUnsigned: Bool { get }

    // MARK: How to read what is answered

    /// The post in the body of an answer; nil where there is none with an id.
    func post(in body: [UInt8]) -> Post?

    /// The person in the body of an answer.
    func author(in body: [UInt8]) -> Author?

    /// The page in the body of an answer, which may be empty; nil where the body is something else.
    func page(in body: [UInt8]) -> PostPage?

    /// Whether the body of an answer says that a post is gone.
    func confirmsRemoval(in body: [UInt8]) -> Bool

    /// What an answer that is no success says about the reason, in whatever form it comes.
    func fault(in body: [UInt8]) -> ServiceFault
}

/// A person at a service, before the id is known.
package enum Person: Sendable, Equatable {
    /// The one whose account acts.
    case oneself
    case named(String)
}
