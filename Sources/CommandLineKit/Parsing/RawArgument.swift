/// One word of a command line as the system gave it: bytes that are text only if they are valid UTF-8.
public struct RawArgument: Sendable, Equatable, ExpressibleByStringLiteral {
    public let bytes: [UInt8]
    /// The word as text; nil when the bytes are not valid UTF-8. Nothing is repaired.
    public let text: String?

    public init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        self.text = String(validating: self.bytes, as: UTF8.self)
    }

    public init(_ text: String) {
        self.bytes = Array(text.utf8)
        self.text = text
    }

    public init(stringLiteral text: String) {
        self.init(text)
    }
}

extension RawArgument {
    /// What this process was started with, without the name of the program.
    public static func ofThisProcess() -> [RawArgument] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            // SAFETY: the system keeps argv, argc pointers to zero-terminated strings, as long as the process lives.
            guard var byte = unsafe CommandLine.unsafeArgv[index] else { return nil }
            var bytes: [UInt8] = []
            while unsafe byte.pointee != 0 {
                unsafe bytes.append(UInt8(bitPattern: byte.pointee))
                unsafe byte += 1
            }
            return RawArgument(bytes: bytes)
        }
    }
}
