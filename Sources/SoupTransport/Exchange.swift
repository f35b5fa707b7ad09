import AccountModel
import AccountStore
import CGio
import CLibsoup
import GLibBridge
import Synchronization

/// One request and its answer. All libsoup calls are made on the network thread.
final class Exchange: Sendable {
    /// What is known once the header fields of the answer are there.
    private struct Head: Sendable {
        var status: Int
        var headers: [HeaderField]
        var contentLength: Int?
        var stream: GObjectReference
    }

    let thread: GLibThread
    let target: RequestTarget
    let deadline: Deadline
    private let session: GObjectReference
    private let head = Mutex<Head?>(nil)
    /// Whether libsoup began to write the request: before that, nothing reached the service.
    private let hasStarted = Atomic(false)

    var status: Int { head.withLock { $0?.status ?? 0 } }
    var headers: [HeaderField] { head.withLock { $0?.headers ?? [] } }
    var contentLength: Int? { head.withLock { $0?.contentLength } }
    var stream: GObjectReference? { head.withLock { $0?.stream } }

    init(thread: GLibThread, session: GObjectReference, target: RequestTarget, limit: Duration) {
        self.thread = thread
        self.session = session
        self.target = target
        deadline = Deadline(after: limit, on: thread)
    }

    /// Sends the request and waits for the header fields of the answer.
    func start(_ request: TransportRequest) async throws(TransportError) {
        let message = try await thread.run { () throws(TransportError) in
            try OutgoingMessage(request, to: self.target, noting: self)
        }
        let result = await send(message)
        message.finishBody()
        switch result {
        case .failure(let error):
            throw TransportError(error, of: self, message: message)
        case .success(let stream):
            let head = await thread.run { message.head() }
            if head.isFromProxy {
                throw TransportError(.notConnected, "the proxy for \(target.host) answered \(head.status)")
            }
            self.head.withLock {
                $0 = Head(
                    status: head.status, headers: head.headers, contentLength: head.contentLength, stream: stream)
            }
        }
    }

    func noteStart() {
        hasStarted.store(true, ordering: .releasing)
    }

    var mayHaveArrived: Bool {
        hasStarted.load(ordering: .acquiring)
    }

    private func send(_ message: OutgoingMessage) async -> Result<GObjectReference, GLibError> {
        typealias Answered = CheckedContinuation<Result<GObjectReference, GLibError>, Never>
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Answered) in
                thread.invoke {
                    unsafe soup_session_send_async(
                        self.session.pointer(as: SoupSession.self), message.reference.opaque, 0,
                        self.deadline.cancellable.pointer,
                        { source, result, data in
                            let continuation = unsafe UserData<Answered>.take(data)
                            continuation?.resume(returning: unsafe Exchange.finish(OpaquePointer(source), result))
                        }, UserData.retained(continuation))
                }
            }
        } onCancel: {
            deadline.cancellable.cancel()
        }
    }

    private static func finish(
        _ session: OpaquePointer?, _ result: OpaquePointer?
    ) -> Result<GObjectReference, GLibError> {
        Result { () throws(GLibError) in
            let stream = try withGError { slot in
                unsafe soup_session_send_finish(UnsafeMutablePointer(session), result, slot)
            }
            guard let reference = unsafe GObjectReference(taking: OpaquePointer(stream)) else {
                throw GLibError(domain: "acctstore", code: 0, message: "no answer")
            }
            return reference
        }
    }
}
