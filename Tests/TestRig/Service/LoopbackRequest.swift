import Dispatch
import Glibc

/// One HTTP/1.1 request to a port of 127.0.0.1, for the test service's control endpoints.
struct LoopbackRequest {
    var port: UInt16
    var method: String
    var target: String
    /// Further lines of the head.
    var headers: [String] = []
    var body: [UInt8] = []

    /// The status and the body of the answer. The connection is closed after it, so the body ends with the stream.
    func send() async throws -> (status: Int, body: [UInt8]) {
        let answer = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "loopback request").async {
                continuation.resume(with: Result { try exchange() })
            }
        }
        let separator = Array("\r\n\r\n".utf8)
        guard let head = answer.firstRange(of: separator), let status = Int(statusText(answer)) else {
            throw RigError("no HTTP answer to \(method) \(target)")
        }
        return (status, Array(answer[head.upperBound...]))
    }

    private func statusText(_ answer: [UInt8]) -> String {
        String(decoding: answer.dropFirst("HTTP/1.1 ".utf8.count).prefix(3), as: UTF8.self)
    }

    private func exchange() throws(RigError) -> [UInt8] {
        let connection = try connected()
        defer { close(connection) }
        let lines =
            ["\(method) \(target) HTTP/1.1", "host: 127.0.0.1:\(port)", "connection: close"] + headers
            + ["content-length: \(body.count)", "", ""]
        let head = lines.joined(separator: "\r\n")
        var rest = (Array(head.utf8) + body)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(connection, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .system("writing to port \(port)", errno) }
            rest.removeFirst(count)
        }
        switch readAvailable(connection) {
        case .more(let bytes), .end(let bytes): return bytes
        }
    }

    private func connected() throws(RigError) -> Int32 {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard connection >= 0 else { throw .system("socket", errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            let code = errno
            close(connection)
            throw .system("connecting to port \(port)", code)
        }
        return connection
    }
}
