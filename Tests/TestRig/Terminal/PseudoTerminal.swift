import Glibc
import Synchronization

/// The master side of a pty: what is written to it is typed, what is read from it is the screen.
final class PseudoTerminal: Sendable {
    let slavePath: String
    private let master: Int32
    private let state = Mutex(State())

    private struct State {
        var screen: [UInt8] = []
        var isOpen = true
    }

    /// Opens a pty whose other side belongs to `user`.
    init(owner user: RigUser) throws(RigError) {
        var (master, slave) = (Int32(-1), Int32(-1))
        var name = [CChar](repeating: 0, count: 64)
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        let status = spawning.withLock { _ in
            let status = unsafe openpty(&master, &slave, &name, nil, &size)
            closeOnExec(master)
            close(slave)
            return status
        }
        guard status == 0 else { throw .system("opening a terminal", errno) }
        self.master = master
        slavePath = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard unsafe chown(slavePath, user.uid, user.gid) == 0 else { throw .system("chown \(slavePath)", errno) }
        setNonBlocking(master)
    }

    /// Collects the screen until the other side is closed. Only once a process has it open: before that it reads as closed.
    func startReading() throws(RigError) {
        try OwnThread.run { [self] in
            var polled = [pollfd(fd: master, events: Int16(POLLIN), revents: 0)]
            while true {
                unsafe poll(&polled, 1, -1)
                switch readAvailable(master) {
                case .more(let bytes):
                    state.withLock { $0.screen += bytes }
                case .end(let bytes):
                    state.withLock { state in
                        state.screen += bytes
                        state.isOpen = false
                        close(master)
                    }
                    return
                }
            }
        }
    }

    var screen: [UInt8] { state.withLock(\.screen) }

    var isOpen: Bool { state.withLock(\.isOpen) }

    func type(_ bytes: [UInt8]) throws(RigError) {
        try withMaster { master throws(RigError) in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes { unsafe write(master, $0.baseAddress, $0.count) }
                guard count > 0 else { throw .system("typing", errno) }
                rest.removeFirst(count)
            }
        }
    }

    /// Whether what is typed is shown.
    var echoes: Bool {
        let flags = try? withMaster { master in
            var mode = termios()
            return unsafe tcgetattr(master, &mode) == 0 ? mode.c_lflag : 0
        }
        return (flags ?? 0) & tcflag_t(ECHO) != 0
    }

    /// The process group that reads what is typed, or nil once the terminal is closed.
    var foregroundGroup: Int32? {
        let group = try? withMaster { tcgetpgrp($0) }
        return group.flatMap { $0 > 1 ? $0 : nil }
    }

    private func withMaster<Value>(_ body: (Int32) throws(RigError) -> Value) throws(RigError) -> Value {
        try state.withLock { state throws(RigError) in
            guard state.isOpen else { throw RigError("the terminal is closed") }
            return try body(master)
        }
    }
}
