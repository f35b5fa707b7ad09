/// One line of `/proc/PID/stat` (proc(5)).
struct ProcStat: Hashable, Sendable {
    var parent: Int32
    var group: Int32
    var session: Int32
    var terminal: UInt32
    var foregroundGroup: Int32
    /// The kernel's own, such as that the thread is ending.
    var flags: UInt32
    /// `Z` for one that has ended and was not waited for.
    var state: UInt8
    var threads: Int32
    var startTime: UInt64
    /// 0 where the reader may not see it.
    var argumentStart: UInt64
    var comm: String

    /// Whether the process has ended, or has begun to (`PF_EXITING`). The line is its first thread's, which may end before others.
    var isLeaving: Bool { flags & 0x4 != 0 && !(state == UInt8(ascii: "Z") && threads > 1) }

    /// `nil` for a line that is not of this form.
    init?(_ line: String) {
        // Bytes, not characters, which take several times as long: every request looks at several processes.
        let bytes = line.utf8
        // The name in parentheses may itself hold parentheses, blanks and line breaks: the last one ends it.
        guard let open = bytes.firstIndex(of: UInt8(ascii: "(")), let close = bytes.lastIndex(of: UInt8(ascii: ")")),
            open < close
        else { return nil }
        let fields = bytes[bytes.index(after: close)...].split {
            $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n")
        }
        // Fields are numbered from 1 in proc(5); those after the name begin with number 3.
        func field<Number: FixedWidthInteger>(_ number: Int, as type: Number.Type = Number.self) -> Number? {
            fields.indices.contains(number - 3) ? Number(Substring(fields[number - 3])) : nil
        }
        guard let parent: Int32 = field(4), let group: Int32 = field(5), let session: Int32 = field(6),
            let terminal: Int32 = field(7), let foregroundGroup: Int32 = field(8),
            let flags: UInt32 = field(9), let threads: Int32 = field(20), let state = fields.first?.first,
            let startTime: UInt64 = field(22),
            let argumentStart: UInt64 = field(48)
        else { return nil }
        self.parent = parent
        self.group = group
        self.session = session
        self.terminal = UInt32(bitPattern: terminal)
        self.foregroundGroup = foregroundGroup
        self.flags = flags
        self.state = state
        self.threads = threads
        self.startTime = startTime
        self.argumentStart = argumentStart
        comm = String(line[bytes.index(after: open)..<close])
    }
}
