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

    deinit { stop() }

    func stop() {
        kill(pid, SIGKILL)
        unsafe waitpid(pid, nil, 0)
    }

    private static func configuration(socket: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><type>session</type><listen>unix:path=\(socket)</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow send_destination="*"/><allow own="*"/></policy></busconfig>
        """
    }

    private static func makeFolder() throws -> String {
        var template = Array("/tmp/glib-bridge-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure(step: "mkdtemp") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func write(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw Failure(step: "open \(path)") }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure(step: "write") }
    }

    private static func spawn(_ arguments: [String], descriptor3: Int32) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor3, 3)
        var argv = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { for unsafeargument in unsafe argv { unsafe free(argument) } }
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
