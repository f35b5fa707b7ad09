import AccountModel
import AccountStore
import CShims
import Glibc

/// Where the person can be asked about a caller's request.
struct CallerTerminal: Sendable {
    /// The terminal that the caller passed, where it is the caller's own.
    let terminal: Descriptor?
    private let caller: ProcessFacts
    private let program: ProgramIdentity
    private let wasOffered: Bool
    private let interactive: Bool

    /// - Parameters:
    ///   - offered: what the caller passed as its terminal.
    ///   - interactive: whether the caller lets a question be asked.
    init(of caller: ProcessFacts, named program: ProgramIdentity, offered: Descriptor?, interactive: Bool) {
        self.caller = caller
        self.program = program
        self.interactive = interactive
        wasOffered = offered != nil
        terminal = offered.flatMap { CallerTerminal.isControlling($0, of: caller) ? $0 : nil }
    }

    /// The terminal that was passed, else the caller's own, else a desktop.
    func place(seenBy processes: any ProcessTable) -> AskingPlace {
        if !interactive { return .nowhere(because: "it wants no questions asked (--no-prompt, or interactive=false)") }
        if wasOffered {
            guard let terminal else { return .nowhere(because: "the terminal that it passed is not its own") }
            return caller.isInForeground ? .passedTerminal(terminal) : .nowhere(because: CallerTerminal.inBackground)
        }
        do throws(NamingRefusal) {
            return try ownPlace(seenBy: processes)
        } catch {
            return .nowhere(because: error.reason)
        }
    }

    private func ownPlace(seenBy processes: any ProcessTable) throws(NamingRefusal) -> AskingPlace {
        let surroundings = try CallerSurroundings(of: caller, program, seenBy: processes)
        // Where a sandbox's program runs is the sandbox's affair; the person's desktop is the agent's own.
        if program.isSandboxed, let display = surroundings.display { return .display(display) }
        if caller.isInForeground, let own = try surroundings.terminal { return .ownTerminal(own) }
        if !program.runsUnattended, let display = surroundings.display { return .display(display) }
        if caller.terminal == 0 { return .nowhere(because: "it has no terminal") }
        return .nowhere(
            because: caller.isInForeground ? "its terminal cannot be opened" : CallerTerminal.inBackground)
    }

    private static let inBackground = "it does not run in the foreground of its terminal"

    private static func isControlling(_ terminal: Descriptor, of caller: ProcessFacts) -> Bool {
        guard caller.terminal != 0 else { return false }
        var status = stat()
        // SAFETY: fstat(2) fills the structure it is given.
        guard unsafe fstat(terminal.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return false }
        // The device that the kernel gives for a pty is the same from both of its sides: a question written to the
        // other side would be typed at the caller. Only the caller's side has this number, or is `/dev/tty`.
        let node = UInt32(truncatingIfNeeded: status.st_rdev)
        guard node == caller.terminal || node == deviceOfDevTTY else { return false }
        return acctstore_terminal_device(terminal.rawValue) == caller.terminal
    }

    /// `/dev/tty` has a number of its own, 5:0, whichever terminal stands behind it (tty(4)).
    private static let deviceOfDevTTY: UInt32 = 5 << 8
}

extension ProcessFacts {
    /// Whether the person's keys reach this process: its group is the one in the foreground of its terminal.
    var isInForeground: Bool {
        terminal != 0 && group == foregroundGroup
    }
}

extension ProgramIdentity {
    /// Whether nobody sits before the program, whatever display its environment names.
    fileprivate var runsUnattended: Bool {
        switch self {
        case .unit, .cron, .ssh: true
        default: false
        }
    }
}
