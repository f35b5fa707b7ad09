import AccountModel
import Dispatch
import Synchronization

/// Writes into a pipe whose reader may take its time, as a person does with a pager.
final class PatientWriter: Sendable {
    private let pipe: Mutex<Descriptor?>
    private let queue = DispatchQueue(label: "writer")

    init(_ pipe: Descriptor) {
        self.pipe = Mutex(pipe)
    }

    /// Returns when all of the bytes are written; no thread of the pool waits for that.
    ///
    /// Throws `readerGone` where the reader has gone, and after ``close()``.
    func write(_ bytes: [UInt8]) async throws(SinkError) {
        guard let pipe = pipe.withLock(\.self) else { throw .readerGone }
        let outcome: Result<Void, SinkError> = await withCheckedContinuation { finished in
            queue.async {
                finished.resume(
                    returning: Result { () throws(SinkError) in try DescriptorSink(pipe.rawValue).write(bytes) })
            }
        }
        try outcome.get()
    }

    /// The reader finds the end of the text.
    func close() {
        pipe.withLock { $0 = nil }
    }
}
