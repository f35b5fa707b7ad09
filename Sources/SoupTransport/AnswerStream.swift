import AccountStore
import CGio
import GLibBridge
import SecretBytes
import Synchronization

/// Reads the body of an answer in chunks, under the deadline of its exchange.
final class AnswerStream: Sendable {
    private static let chunkSize = 64 * 1024

    let head: AnswerHead
    private let exchange: Exchange
    private let received = Atomic(0)

    init(_ exchange: Exchange, _ head: AnswerHead) {
        self.exchange = exchange
        self.head = head
    }

    /// The next bytes; `nil` at the end.
    func next() async throws(TransportError) -> [UInt8]? {
        try await read()?.array()
    }

    /// The whole body, which is a secret: the chunks that were read are wiped as soon as they were copied.
    func collectSecret(upTo limit: Int) async throws(TransportError) -> SharedSecret {
        var secret = SecretBytes()
        while let chunk = try await read()?.wipedCopy() {
            guard secret.count + chunk.count <= limit else {
                throw TransportError(.brokenAnswer, "\(exchange.target.host) answered more than \(limit) bytes")
            }
            chunk.withSpan { secret.append(contentsOf: $0) }
        }
        return SharedSecret(secret)
    }

    private func read() async throws(TransportError) -> GLibBytes? {
        let result: Result<GLibBytes, GLibError> = await withTaskCancellationHandler {
            await start()
        } onCancel: {
            exchange.progress.cancel()
        }
        let host = exchange.target.host
        if exchange.progress.isStopped {
            throw TransportError(
                .brokenAnswer,
                exchange.progress.hasExpired
                    ? "\(host) did not finish its answer in time" : "the request to \(host) was cancelled")
        }
        switch result {
        case .success(let bytes):
            return try checked(bytes)
        case .failure(let error):
            throw TransportError(.brokenAnswer, "the answer of \(host) was cut short (\(error.message))")
        }
    }

    /// libsoup takes the end of a connection for the end of an answer, whatever length its header told. What is cut
    /// between two chunks of `Transfer-Encoding: chunked` stays unseen: libsoup does not show the last chunk.
    private func checked(_ bytes: GLibBytes) throws(TransportError) -> GLibBytes? {
        let received = received.add(bytes.count, ordering: .relaxed).newValue
        let host = exchange.target.host
        guard let length = head.contentLength else { return bytes.count == 0 ? nil : bytes }
        guard received <= length else {
            throw TransportError(.brokenAnswer, "the answer of \(host) is longer than the \(length) bytes that it told")
        }
        if bytes.count > 0 { return bytes }
        guard received == length else {
            throw TransportError(
                .brokenAnswer, "the answer of \(host) was cut short (\(received) of \(length) bytes came)")
        }
        return nil
    }

    private func start() async -> Result<GLibBytes, GLibError> {
        typealias Answered = CheckedContinuation<Result<GLibBytes, GLibError>, Never>
        let (exchange, head) = (exchange, head)
        return await withCheckedContinuation { (continuation: Answered) in
            exchange.thread.invoke {
                unsafe g_input_stream_read_bytes_async(
                    head.stream.pointer(as: GInputStream.self), gsize(AnswerStream.chunkSize), 0,
                    exchange.progress.cancellable.pointer,
                    { source, result, data in
                        let continuation = unsafe UserData<Answered>.take(data)
                        continuation?.resume(returning: unsafe AnswerStream.finish(OpaquePointer(source), result))
                    }, UserData.retained(continuation))
            }
        }
    }

    private static func finish(_ stream: OpaquePointer?, _ result: OpaquePointer?) -> Result<GLibBytes, GLibError> {
        Result { () throws(GLibError) in
            let bytes = try withGError { slot in
                unsafe g_input_stream_read_bytes_finish(UnsafeMutablePointer(stream), result, slot)
            }
            guard let bytes = unsafe bytes else {
                throw GLibError(domain: "acctstore", code: 0, message: "nothing to read")
            }
            return unsafe GLibBytes(taking: bytes)
        }
    }

    deinit {
        // An answer that is not read to its end holds its connection open; libsoup works on its own thread alone.
        let (exchange, head) = (exchange, head)
        exchange.thread.invoke {
            _ = unsafe g_input_stream_close(head.stream.pointer(as: GInputStream.self), nil, nil)
            withExtendedLifetime(exchange) {}
        }
    }
}
