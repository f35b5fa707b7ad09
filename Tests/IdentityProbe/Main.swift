import AccountModel
import AccountStore
import AgentService
import Glibc

/// Tells whom the agent would take a process for, and whether it would ask the person: `terminal, asked`.
///
/// `--terminal` passes an inherited descriptor in the place of `/dev/tty`. Without `--pid` it tells that of itself, standing for `acctstore`; with `--plain` it is a program like any other.
/// With `--chain` it tells the chain of parents instead, with `--session` what a no to it would hold for.
/// With `--spare` it may open so many more files than it has, once its thread runs.
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
        if let spare = number("--spare", in: arguments) {
            _ = try? await finder.caller(
                of: Peer(pid: pid, uid: getuid() + 1, uniqueName: ":1.0"), terminal: nil, interactive: false)
            await finder.forget(":1.0")
            leaveDescriptors(spare)
        }
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

    /// Takes every number that is free below the highest in use, and allows so many above it.
    private static func leaveDescriptors(_ spare: Int32) {
        let highest = (0..<256).last { fcntl($0, F_GETFD) >= 0 } ?? 2
        for number in 0..<highest where fcntl(number, F_GETFD) < 0 { _ = fcntl(0, F_DUPFD_CLOEXEC, number) }
        var limit = rlimit(rlim_cur: rlim_t(highest + 1 + spare), rlim_max: rlim_t(highest + 1 + spare))
        // SAFETY: setrlimit(2) reads the structure it is given.
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func number(_ option: String, in arguments: ArraySlice<String>) -> Int32? {
        guard let place = arguments.firstIndex(of: option), arguments.indices.contains(place + 1) else { return nil }
        return Int32(arguments[place + 1])
    }
}
