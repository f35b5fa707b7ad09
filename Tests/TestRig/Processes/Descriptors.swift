import Glibc

/// Two descriptors, neither of them inherited by other processes that the tests start.
struct DescriptorPair {
    let reader: Int32
    let writer: Int32

    static func pipe() throws(RigError) -> DescriptorPair {
        var ends: [Int32] = [0, 0]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw .system("pipe", errno) }
        for end in ends { closeOnExec(end) }
        return DescriptorPair(reader: ends[0], writer: ends[1])
    }
}

func closeOnExec(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

func setNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
}

enum Available {
    case more([UInt8])
    case end([UInt8])
}

/// Everything that a non-blocking descriptor gives now. A terminal whose other side is closed is at its end.
func readAvailable(_ descriptor: Int32) -> Available {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
        let count = unsafe read(descriptor, &buffer, buffer.count)
        if count > 0 {
            bytes += buffer[..<count]
        } else if count < 0 && errno == EINTR {
            continue
        } else if count < 0 && errno == EAGAIN {
            return .more(bytes)
        } else {
            return .end(bytes)
        }
    }
}
