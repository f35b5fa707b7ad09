import AccountModel
import Synchronization

/// Stands for the agent and the service behind it: keeps what is asked, gives the answer it was made with.
final class ScriptedService: RequestPerforming {
    enum Answer: Sendable {
        case response(status: Int, headers: [HeaderField] = [], body: String)
        /// The answer begins, and then nothing more comes.
        case cutShort(status: Int)
        case failure(BrokerError)
    }

    private let answer: Answer
    private let asked = Mutex<[UnsignedRequest]>([])

    init(_ answer: Answer) {
        self.answer = answer
    }

    var requests: [UnsignedRequest] { asked.withLock { $0 } }

    func perform(
        _ request: UnsignedRequest, body: Body?, as sender: RequestSender
    ) async throws(BrokerError) -> Response {
        asked.withLock { $0.append(request) }
        switch answer {
        case .response(let status, let headers, let text):
            let chunks = Mutex<[[UInt8]]>([Array(text.utf8)])
            let body = Body { () throws(BrokerError) in chunks.withLock { $0.popLast() } }
            return Response(status: status, headers: headers, body: body)
        case .cutShort(let status):
            let body = Body { () throws(BrokerError) -> [UInt8]? in throw BrokerError(.unavailable, "connection reset")
            }
            return Response(status: status, headers: [], body: body)
        case .failure(let error):
            throw error
        }
    }
}
