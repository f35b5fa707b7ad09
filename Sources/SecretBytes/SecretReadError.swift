/// Why no secret could be read from a descriptor.
public enum SecretReadError: Error, Equatable, Sendable {
    /// The second descriptor became readable or was closed: whoever asked no longer wants the answer.
    case cancelled
    /// It did not come whole within these seconds.
    case tooLate(seconds: Int)
    /// More than this many bytes came before the end.
    case tooLong(limit: Int)
    /// The input ended before its first byte.
    case endOfFile
    /// A control byte stands inside the secret, 0 being its first byte: what was piped is not what was meant.
    case controlByte(at: Int)
    /// The system refused to poll or read, with this `errno`.
    case system(errno: Int32)
}
