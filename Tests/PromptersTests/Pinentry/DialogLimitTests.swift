import AccountModel
import AccountStore
import Glibc
import Prompters
import Testing

/// The agent raises its limit of open files; a dialog may take all numbers up to it for open ones.
@Suite("A dialog's limit of open files")
struct DialogLimitTests {
    private static let most: rlim_t = 1024

    private static var ofThisProcess: rlimit {
        var limit = rlimit()
        // SAFETY: getrlimit(2) fills the structure it is given.
        _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return limit
    }

    @Test("is the usual one, however many files the agent may open", .enabled(if: ofThisProcess.rlim_max > most))
    func usual() async throws {
        // Nothing here minds more of them, so they are left to the tests beside this one.
        var raised = Self.ofThisProcess
        raised.rlim_cur = min(raised.rlim_max, 4 * Self.most)
        // SAFETY: setrlimit(2) reads the structure it is given.
        #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0)
        let double = try PinentryDouble(["ulimit -Sn >\"${0%/*}/files\"; echo 'ERR 83886194 Not confirmed <Pinentry>'"])
        _ = try await double.prompter.ask(.about(), of: .atDesktop())
        #expect(double.text("files") == "\(Self.most)\n")
    }
}
