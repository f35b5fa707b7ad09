import AccountModel
import SocialClient
import Synchronization

/// Stands for the agent and a service that works each answer out: keeps what is asked, and as whom.
final class AnsweringService: RequestPerforming {
    struct Asked: Sendable {
        var request: UnsignedRequest
        var body: String?
        var sender: RequestSender

        subscript(_ name: String) -> String? {
            request.parameters.first { $0.name == name }?.value
        }

        var path: String {
            "/" + request.url.split(separator: "/").dropFirst(2).joined(separator: "/")
        }
    }

    private let answer: @Sendable (Asked) -> (status: Int, body: String)
    private let headers: @Sendable (Asked) -> [HeaderField]
    private let kept = Mutex<[Asked]>([])

    init(
        headers: @escaping @Sendable (Asked) -> [HeaderField] = { _ in [] },
        _ answer: @escaping @Sendable (Asked) -> (status: Int, body: String)
    ) {
        self.headers = headers
        self.answer = answer
    }

    /// Answers everything alike.
    convenience init(status: Int = 200, _ body: String) {
        self.init { _ in (status, body) }
    }

    var asked: [Asked] { kept.withLock { $0 } }

    func perform(
        _ request: UnsignedRequest, body: Body?, as sender: RequestSender
    ) async throws(BrokerError) -> Response {
        let bytes = try await body?.collect(upTo: 1 << 20)
        let text = bytes.map { String(decoding: $0, as: UTF8.self) }
        let asked = Asked(request: request, body: text, sender: sender)
        kept.withLock { $0.append(asked) }
        let (status, answer) = answer(asked)
        let chunks = Mutex<[[UInt8]]>([Array(answer.utf8)])
        return Response(
            status: status, headers: headers(asked),
            body: Body { () throws(BrokerError) in chunks.withLock { $0.popLast() } })
    }
}

extension AnsweringService {
    static func account(userID: String? = "267081518403440641") -> Account {
        Account(
            id: AccountID("0b9f8a52-6c3d-4e8f-9a10-1f2e3d4c5b6a")!, number: 2, service: .twitter, app: "default",
            username: "alice", userID: userID)
    }

    func client(
        _ dialect: ServiceProfile.Dialect, as actor: ServiceActor = .account(AnsweringService.account()),
        at service: Service = .twitter, counting: ServiceProfile.Counting = .weighted
    ) throws -> ServiceClient {
        try ServiceClient(
            actor: actor,
            profile: ServiceProfile(
                service: service, title: "X", dialect: dialect, api: "https://api.example/", counting: counting),
            performer: self)
    }
}

extension TimelinePages {
    /// All pages that are left.
    mutating func rest() async throws -> [[Post]] {
        var pages: [[Post]] = []
        while let page = try await next() { pages.append(page) }
        return pages
    }
}
