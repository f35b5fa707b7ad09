public import AccountModel

/// The language of a service's API: what to ask, and how to read what is answered. A dialect sends nothing.
public protocol Dialect: Sendable {
    /// The request that posts the draft. Sending it twice posts twice.
    ///
    /// Throws `invalidArgument` where the draft names a post that this service cannot have.
    func request(toPost draft: Draft) throws(BrokerError) -> UnsignedRequest

    /// The post in the body of an answer; nil where there is none with an id.
    func post(in body: [UInt8]) -> Post?

    /// What an answer that is no success says about the reason, in whatever form it comes.
    func fault(in body: [UInt8]) -> ServiceFault
}
