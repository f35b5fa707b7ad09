import Glibc

/// Why nothing came of it, with the status to end with.
struct HandoverFailure: Error, Equatable {
    var message: String
    var status: Int32

    /// Those of `acctstore`, whose place this program takes, and of `env` for a COMMAND that does not start.
    enum Status {
        static let failed: Int32 = 1
        static let usage: Int32 = 64
        static let fileError: Int32 = 74
        static let cannotRun: Int32 = 126
        static let notFound: Int32 = 127
    }

    init(_ message: String, status: Int32) {
        self.message = message
        self.status = status
    }

    static let usage = HandoverFailure(
        "acctstore-reveal is started by acctstore, for: acctstore token, acctstore exec", status: Status.usage)

    /// Nobody is told that the reader of the result has gone.
    func tell() {
        guard !message.isEmpty else { return }
        let line = Array("error: \(message)\n".utf8)
        // SAFETY: the array is lent for the call, with its own length.
        _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
