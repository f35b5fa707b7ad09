import AccountModel
import AccountStore
import CGio
import CLibsoup
import GLibBridge

/// One request and its answer. All libsoup calls are made on the network thread.
final class Exchange: Sendable {
    let thread: GLibThread
    let target: RequestTarget
    let deadline: Deadline
    let progress = RequestProgress()
    private let session: GObjectReference

    init(thread: GLibThread, session: GObjectReference, target: RequestTarget, limit: Duration) {
        self.thread = thread
        self.session = session
        self.target = target
        deadline = Deadline(after: limit, on: thread)
    }

    /// Sends the request and waits for the header fields of the answer.
    func start(_ request: TransportRequest) async throws(TransportError) -> AnswerHead {
        let message = try await thread.run { () throws(TransportError) in
            try OutgoingMessage(request, of: self)
        }
        let result = await send(message)
        message.finishBody()
        switch result {
        case .failure(let error):
            let trouble = await thread.run { message.certificateTrouble() }
            throw TransportError(error, of: self, certificateTrouble: trouble)
        case .success(let stream):
            let (head, isFromProxy) = await thread.run {
                (AnswerHead(of: message.reference, stream: stream, method: request.method), message.isFromProxy)
            }
            if isFromProxy {
                _ = AnswerStream(self, head)
                throw TransportError(.notConnected, "the proxy for \(target.host) answered \(head.status)")
            }
            return head
        }
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
