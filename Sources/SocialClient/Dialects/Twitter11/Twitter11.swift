public import AccountModel

/// Version 1.1 of Twitter's API, which GNU social and others speak too.
public struct Twitter11: Dialect {
    private let service: Service
    private let api: String

    public init(_ profile: ServiceProfile) {
        service = profile.service
        // A base without a path is a host that has all versions; a base with one is where the calls lie.
        api =
            profile.api.split(separator: "/", omittingEmptySubsequences: false).count <= 4
            ? profile.api + "1.1/" : profile.api
    }

    public func request(toPost draft: Draft) throws(BrokerError) -> UnsignedRequest {
        var parameters = [
            Parameter("status", draft.text.text),
            // Without it, text that starts with "d bob" or "dm bob" would go to Bob alone.
            Parameter("enable_dmcommands", "false"),
            Parameter("tweet_mode", "extended"),
        ]
        if let post = draft.replyTo {
            guard !post.isEmpty, post.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                throw BrokerError(
                    .invalidArgument, "\(OneLine.joined(post, length: 40)) is not the id of a post: ids are digits")
            }
            parameters.append(Parameter("in_reply_to_status_id", post))
            // Without it, the id is passed over unless the text names the author.
            parameters.append(Parameter("auto_populate_reply_metadata", "true"))
        }
        return UnsignedRequest(method: "POST", url: api + "statuses/update.json", parameters: parameters)
    }

    public func post(in body: [UInt8]) -> Post? {
        TwitterStatus(json: body)?.post(of: service)
    }

    public func fault(in body: [UInt8]) -> ServiceFault {
        ServiceFault(body: body)
    }
}
