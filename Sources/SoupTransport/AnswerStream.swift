import AccountStore
import CGio
import GLibBridge
import Glibc
import SecretBytes

/// Reads the body of an answer in chunks, under the deadline of its exchange.
struct AnswerStream: Sendable {
    private static let chunkSize = 64 * 1024

    let exchange: Exchange

    /// The next bytes; `nil` at the end.
    func next() async throws(TransportError) -> [UInt8]? {
        try await read()?.array()
    }

    /// The whole body, which is a secret: GLib's buffers are wiped as soon as they were copied.
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

    private func read() async throws(TransportError) -> ChunkBytes? {
        guard let stream = exchange.stream else { return nil }
        let result: Result<ChunkBytes?, GLibError> = await withTaskCancellationHandler {
            await start(stream)
        } onCancel: {
            exchange.deadline.cancellable.cancel()
        }
        switch result {
        case .success(let bytes):
            return bytes
        case .failure(let error):
            let host = exchange.target.host
            if exchange.deadline.hasExpired {
                throw TransportError(.brokenAnswer, "\(host) did not finish its answer in time")
            }
            throw TransportError(.brokenAnswer, "the answer of \(host) was cut short (\(error.message))")
        }
    }

    private func start(_ stream: GObjectReference) async -> Result<ChunkBytes?, GLibError> {
        typealias Answered = CheckedContinuation<Result<ChunkBytes?, GLibError>, Never>
        return await withCheckedContinuation { (continuation: Answered) in
            exchange.thread.invoke {
                unsafe g_input_stream_read_bytes_async(
                    stream.pointer(as: GInputStream.self), gsize(AnswerStream.chunkSize), 0,
                    exchange.deadline.cancellable.pointer,
                    { source, result, data in
                        let continuation = unsafe UserData<Answered>.take(data)
                        continuation?.resume(returning: unsafe AnswerStream.finish(OpaquePointer(source), result))
                    }, UserData.retained(continuation))
            }
        }
    }

    private static func finish(_ stream: OpaquePointer?, _ result: OpaquePointer?) -> Result<ChunkBytes?, GLibError> {
        Result { () throws(GLibError) in
            let bytes = try withGError { slot in
                unsafe g_input_stream_read_bytes_finish(UnsafeMutablePointer(stream), result, slot)
            }
            return unsafe bytes.flatMap { unsafe ChunkBytes(taking: $0) }
        }
    }
}

/// One GBytes with something in it.
@safe
private final class ChunkBytes: @unchecked Sendable {
    // Nobody else holds the GBytes, and it is read once.
    private let bytes: OpaquePointer

    /// `nil` for no bytes: the end of a stream.
    init?(taking bytes: OpaquePointer) {
        unsafe self.bytes = bytes
        if unsafe g_bytes_get_size(bytes) == 0 { return nil }
    }

    deinit { unsafe g_bytes_unref(bytes) }

    func array() -> [UInt8] {
        unsafe Array(buffer)
    }

    /// Takes the bytes and overwrites them where they were.
    func wipedCopy() -> SharedSecret {
        let bytes = unsafe Span(_unsafeElements: buffer)
        let secret = SharedSecret(SecretBytes(copying: bytes))
        if let start = unsafe buffer.baseAddress {
            unsafe explicit_bzero(UnsafeMutableRawPointer(mutating: start), buffer.count)
        }
        return secret
    }

    private var buffer: UnsafeBufferPointer<UInt8> {
        var size: gsize = 0
        let start = unsafe g_bytes_get_data(bytes, &size)
        return unsafe UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: Int(size))
    }
}
