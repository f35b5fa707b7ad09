import AccountModel
import AccountStore
import AgentService
import Glibc

/// Tells whom the agent would take a process for, and whether it would ask the person: `terminal, asked`.
///
/// `--terminal` passes an inherited descriptor in the place of `/dev/tty`. Without `--pid` it tells that of itself, standing for `acctstore`; with `--plain` it is a program like any other.
/// With `--chain` it tells the chain of parents instead, with `--session` what a no to it would hold for.
/// It runs as the user whose processes they are, so that the kernel's checks are those that the agent meets.
@main
enum Main {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let isPlain = arguments.contains("--plain")
        let pid = number("--pid", in: arguments) ?? getpid()
        // SAFETY: the path is a C string for the length of the call.
        let terminal = unsafe number("--terminal", in: arguments) ?? open("/dev/tty", O_RDWR | O_CLOEXEC)
        let finder = CallerFinder(
            processes: ProcFileSystem(), owner: getuid(), frontEnds: isPlain ? [] : ["/proc/self/exe"])
        do {
            let caller = try await finder.caller(
                of: Peer(pid: pid, uid: getuid(), uniqueName: ":1.1"),
                terminal: terminal < 0 ? nil : Descriptor(owning: terminal),
                interactive: !arguments.contains("--no-prompt"))
            if arguments.contains("--chain") { return print(caller.provenance.line ?? "") }
            if arguments.contains("--session") { return print(caller.session) }
            print("\(caller.program), \(await caller.place().cannotAskReason ?? "asked")")
        } catch {
            print("refused: \(error.message)")
        }
    }

    private static func number(_ option: String, in arguments: ArraySlice<String>) -> Int32? {
        guard let place = arguments.firstIndex(of: option), arguments.indices.contains(place + 1) else { return nil }
        return Int32(arguments[place + 1])
    }
}
