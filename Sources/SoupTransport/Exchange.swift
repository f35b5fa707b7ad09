import AccountModel
import AccountStore
import CGio
import CLibsoup
import GLibBridge

/// One request and its answer. All libsoup calls are made on the network thread.
final class Exchange: Sendable {
    let thread: GLibThread
    let target: RequestTarget
    let progress: RequestProgress
    private let session: NetworkObject
    private let timer: GLibTimer

    init(thread: GLibThread, session: NetworkObject, target: RequestTarget, limit: Duration) {
        self.thread = thread
        self.session = session
        self.target = target
        let progress = RequestProgress(thread: thread)
        self.progress = progress
        timer = GLibTimer(after: limit, on: thread) { progress.expire() }
    }

    /// Sends the request and waits for the header fields of the answer, whose body is then to be read.
    func start(_ request: TransportRequest) async throws(TransportError) -> AnswerStream {
        let message = try await thread.run { () throws(TransportError) in
            try OutgoingMessage(request, of: self)
        }
        let result = await send(message)
        message.finishBody()
        switch result {
        case .failure(let error):
            let trouble = await thread.run { message.certificateTrouble() }
            throw TransportError(error, of: self, certificateTrouble: trouble)
        case .success(let input):
            let (head, isFromProxy) = await thread.run {
                (AnswerHead(of: message.reference, stream: input, method: request.method), message.isFromProxy)
            }
            // From here on it hangs up when nobody holds it.
            let stream = AnswerStream(self, head)
            if progress.isStopped { throw TransportError(nil, of: self, certificateTrouble: nil) }
            if isFromProxy {
                throw TransportError(proxyAnswered: head.status, for: target.host)
            }
            return stream
        }
    }

    private func send(_ message: OutgoingMessage) async -> Result<NetworkObject, GLibError> {
        typealias Answered = CheckedContinuation<Result<NetworkObject, GLibError>, Never>
        let thread = thread
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Answered) in
                thread.invoke {
                    unsafe soup_session_send_async(
                        self.session.pointer(as: SoupSession.self), message.reference.opaque, 0,
                        self.progress.cancellable.pointer,
                        { source, result, data in
                            guard let sent = unsafe UserData<Sent<Answered>>.take(data) else { return }
                            sent.continuation.resume(
                                returning: unsafe Exchange.finish(OpaquePointer(source), result, on: sent.thread))
                        }, UserData.retained(Sent(continuation: continuation, thread: thread)))
                }
            }
        } onCancel: {
            progress.cancel()
        }
    }

    /// What libsoup's callback needs.
    private struct Sent<Answered: Sendable>: Sendable {
        let continuation: Answered
        let thread: GLibThread
    }

    private static func finish(
        _ session: OpaquePointer?, _ result: OpaquePointer?, on thread: GLibThread
    ) -> Result<NetworkObject, GLibError> {
        Result { () throws(GLibError) in
            let stream = try withGError { slot in
                unsafe soup_session_send_finish(UnsafeMutablePointer(session), result, slot)
            }
            guard let reference = unsafe NetworkObject(taking: OpaquePointer(stream), on: thread) else {
                throw GLibError(domain: "acctstore", code: 0, message: "no answer")
            }
            return reference
        }
    }
}
