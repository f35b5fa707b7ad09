import AccountModel
import Synchronization

/// The first bytes of the body of a refusal, read before it is passed on: the reason stands there.
struct AnswerStart: Sendable {
    let bytes: [UInt8]
    private let rest: Body
    private let end: End

    private enum End: Sendable {
        case more
        case whole
        case broken(BrokerError)
    }

    init(of body: Body) async {
        var bytes: [UInt8] = []
        var end = End.more
        while bytes.count < ServiceFault.longestBody, case .more = end {
            do throws(BrokerError) {
                if let chunk = try await body.next() { bytes += chunk } else { end = .whole }
            } catch {
                end = .broken(error)
            }
        }
        self.bytes = bytes
        self.rest = body
        self.end = end
    }

    /// The body anew, to be read once.
    var body: Body {
        let start = Mutex<[UInt8]?>(bytes.isEmpty ? nil : bytes)
        return Body { () async throws(BrokerError) in
            if let bytes = start.withLock({ $0.take() }) { return bytes }
            switch end {
            case .more: return try await rest.next()
            case .whole: return nil
            case .broken(let error): throw error
            }
        }
    }
}
