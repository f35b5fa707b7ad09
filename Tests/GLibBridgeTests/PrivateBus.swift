import Glibc

/// A dbus-daemon of this test's own, in a folder of its own; it ends with this object.
final class PrivateBus: Sendable {
    let address: String
    /// The folder that holds the socket `bus`: what `XDG_RUNTIME_DIR` is in a session.
    let folder: String
    private let pid: pid_t

    struct Failure: Error { let step: String }

    init() throws {
        folder = try Self.makeFolder()
        let config = folder + "/bus.conf"
        try Self.write(Self.configuration(socket: folder + "/bus"), to: config)
        var pipe: [Int32] = [0, 0]
        guard unsafe Glibc.pipe(&pipe) == 0 else { throw Failure(step: "pipe") }
        pid = try Self.spawn(
            ["dbus-daemon", "--config-file=\(config)", "--nofork", "--print-address=3"], descriptor3: pipe[1])
        close(pipe[1])
        defer { close(pipe[0]) }
        address = Self.readLine(pipe[0])
        if address.isEmpty { throw Failure(step: "dbus-daemon printed no address") }
    }

    deinit {
        stop()
        for name in ["bus", "bus.conf", "silent"] { unsafe unlink("\(folder)/\(name)") }
        unsafe rmdir(folder)
    }

    func stop() {
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    private static func configuration(socket: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><type>session</type><listen>unix:path=\(socket)</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
        <allow own="*"/></policy></busconfig>
        """
    }

    private static func makeFolder() throws -> String {
        var template = Array("/tmp/glib-bridge-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure(step: "mkdtemp") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func write(_ text: String, to path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw Failure(step: "open \(path)") }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure(step: "write") }
    }

    /// A socket that nobody serves.
    static func listen(on path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, Glibc.listen(descriptor, 1) == 0 else { throw Failure(step: "listen") }
        return descriptor
    }

    private static func spawn(_ arguments: [String], descriptor3: Int32) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor3, 3)
        var argv = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe argv.indices { unsafe free(argv[index]) } }
        var environment = unsafe [strdup("PATH=/usr/bin:/bin"), nil]
        defer { unsafe free(environment[0]) }
        var pid: pid_t = 0
        guard unsafe posix_spawnp(&pid, arguments[0], &actions, nil, &argv, &environment) == 0 else {
            throw Failure(step: "start \(arguments[0])")
        }
        return pid
    }

    private static func readLine(_ descriptor: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}
