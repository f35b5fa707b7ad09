import AccountModel
import AccountStore
import AgentService
import Glibc

/// Tells whom the agent would take a process for, and whether it would ask the person: `terminal, asked`.
///
/// Without `--pid` it tells that of itself, standing for `acctstore`; with `--plain` it is a program like any other.
/// It runs as the user whose processes they are, so that the kernel's checks are those that the agent meets.
@main
enum Main {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let isPlain = arguments.contains("--plain")
        let pid = arguments.firstIndex(of: "--pid").flatMap { Int32(arguments[arguments.index(after: $0)]) } ?? getpid()
        // SAFETY: the path is a C string for the length of the call.
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        let finder = CallerFinder(
            processes: ProcFileSystem(), owner: getuid(), frontEnds: isPlain ? [] : ["/proc/self/exe"])
        do {
            let caller = try await finder.caller(
                of: Peer(pid: pid, uid: getuid(), uniqueName: ":1.1"),
                terminal: terminal < 0 ? nil : Descriptor(owning: terminal),
                interactive: !arguments.contains("--no-prompt"))
            print("\(caller.program), \(caller.mayAsk ? "asked" : caller.cannotAskReason ?? "not asked")")
        } catch {
            print("refused: \(error.message)")
        }
    }
}
