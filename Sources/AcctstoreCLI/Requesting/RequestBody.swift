import AccountModel
import Dispatch
import Glibc
import Synchronization

/// What `--body` names, ready to be sent as it is.
struct RequestBody {
    let body: Body
    /// A guess, for a request that does not say it.
    let contentType: String

    /// Bytes that are read before anything is sent: little enough to keep, and all of most bodies, which then go out
    /// with their length, as many services want them.
    private static let beginning = 64 * 1024

    /// Throws `fileError` for what cannot be read.
    static func open(_ name: String?, in context: CommandContext) async throws(BrokerError) -> RequestBody? {
        guard let name else { return nil }
        if name == "-" {
            guard let descriptor = context.input.descriptor, context.input.kind != .nothing else {
                throw BrokerError(
                    .invalidArgument, "--body - was given, and there is nothing on standard input",
                    nextStep: "pipe it in, or name a file")
            }
            return try await RequestBody(DescriptorReader(descriptor, named: "standard input"))
        }
        return try await RequestBody(
            DescriptorReader(try NamedFile.open(name), named: OneLine.visible(name, length: 4096)))
    }

    private init(_ reader: DescriptorReader) async throws(BrokerError) {
        var first: [UInt8] = []
        var isWhole = false
        while first.count < RequestBody.beginning, !isWhole {
            if let chunk = try await reader.next() { first += chunk } else { isWhole = true }
        }
        contentType = RequestBody.looksLikeJSON(first) ? "application/json" : "application/octet-stream"
        let start = Mutex<[UInt8]?>(first)
        let ended = isWhole
        body = Body(count: isWhole ? first.count : reader.size) { () async throws(BrokerError) in
            let start = start.withLock { start in
                defer { start = nil }
                return start
            }
            if let start, !start.isEmpty { return start }
            return ended ? nil : try await reader.next()
        }
    }

    private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}

/// Reads a file or a pipe piece by piece.
private final class DescriptorReader: Sendable {
    private let descriptor: Descriptor
    private let name: String
    /// Bytes in all, for a file.
    let size: Int?
    private let queue = DispatchQueue(label: "body")

    init(_ descriptor: Descriptor, named name: String) {
        self.descriptor = descriptor
        self.name = name
        size = DescriptorReader.size(of: descriptor.rawValue)
    }

    /// From where it is read: standard input may be a file that somebody has read in already.
    private static func size(of descriptor: Int32) -> Int? {
        var facts = stat()
        // SAFETY: fstat fills the one structure that it is given.
        guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return max(0, Int(facts.st_size) - lseek(descriptor, 0, SEEK_CUR))
    }

    /// `nil` at the end. The other end of a pipe may take its time: no thread of the pool waits for that.
    func next() async throws(BrokerError) -> [UInt8]? {
        let outcome: Result<[UInt8], BrokerError> = await withCheckedContinuation { finished in
            queue.async {
                let source = DescriptorSource(descriptor: self.descriptor.rawValue, name: self.name)
                finished.resume(returning: Result { () throws(BrokerError) in try source.read() })
            }
        }
        let chunk = try outcome.get()
        return chunk.isEmpty ? nil : chunk
    }
}
