import Dispatch
import Glibc
import Synchronization

/// Plain sockets of this machine: requests to the byte, and ports that are taken.
enum Loopback {
    struct Failure: Error {
        var number: Int32
    }

    struct Answer: Sendable {
        var head: String
        var body: String

        /// 0 where nothing was answered.
        var status: Int { Int(head.dropFirst("HTTP/1.1 ".count).prefix(3)) ?? 0 }

        func field(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
    }

    /// An open socket.
    final class Socket: Sendable {
        let number: Int32
        let port: UInt16
        private let isOpen = Mutex(true)

        init(number: Int32, port: UInt16) {
            self.number = number
            self.port = port
        }

        deinit { close() }

        /// Once: the number is soon that of another test's socket, which would be shut down by a second time.
        func close() {
            isOpen.withLock { isOpen in
                guard isOpen else { return }
                isOpen = false
                shutdown(number, Int32(SHUT_RDWR))
                _ = Glibc.close(number)
            }
        }

        func write(_ text: String) {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes {
                    unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                rest.removeFirst(count)
            }
        }
    }

    static func port(of url: String) -> UInt16? {
        url.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) }
    }

    static func get(_ port: UInt16, _ target: String) async throws -> Answer {
        try await send(port, "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    }

    /// Sends bytes and reads until the other side closes.
    ///
    /// - Parameter closing: whether our side is closed for writing first.
    static func send(
        _ port: UInt16, _ request: String, closing: Bool = false, to host: String = "127.0.0.1"
    ) async throws -> Answer {
        let socket = try connect(port, host)
        let text: String = await withCheckedContinuation { answered in
            DispatchQueue(label: "loopback").async {
                socket.write(request)
                if closing { shutdown(socket.number, Int32(SHUT_WR)) }
                answered.resume(returning: readAll(socket.number))
            }
        }
        guard let end = text.firstRange(of: "\r\n\r\n") else { return Answer(head: text, body: "") }
        return Answer(head: String(text[..<end.lowerBound]), body: String(text[end.upperBound...]))
    }

    static func connect(_ port: UInt16, _ host: String = "127.0.0.1") throws -> Socket {
        let number = try make(host)
        let socket = Socket(number: number, port: port)
        guard unsafe withAddress(host, port, { unsafe Glibc.connect(number, $0, $1) }) == 0 else {
            throw Failure(number: errno)
        }
        return socket
    }

    /// Listens at a port of the system's choice, and takes no connection.
    static func occupy(_ host: String) throws -> Socket {
        let number = try make(host)
        guard unsafe withAddress(host, 0, { unsafe bind(number, $0, $1) }) == 0, listen(number, 1) == 0 else {
            throw Failure(number: errno)
        }
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(number, $0, &length)
            }
        }
        guard status == 0 else { throw Failure(number: errno) }
        // The port stands at the same place in both kinds of address.
        return Socket(number: number, port: UInt16(bigEndian: address.sin6_port))
    }

    private static func make(_ host: String) throws -> Int32 {
        let family = host == "[::1]" ? AF_INET6 : AF_INET
        let number = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw Failure(number: errno) }
        return number
    }

    private static func withAddress(
        _ host: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        if host == "[::1]" {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            unsafe address.sin6_addr.__in6_u.__u6_addr8.15 = 1
            return unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func readAll(_ number: Int32) -> String {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = unsafe read(number, &chunk, chunk.count)
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += chunk[..<count]
        }
    }
}
