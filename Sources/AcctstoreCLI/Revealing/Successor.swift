package import AccountModel
package import CommandLineKit
import Glibc
import SystemCalls

/// A program that this process becomes: it has this process's number, terminal and standard streams, and its end is this
/// process's.
package struct Successor: Sendable {
    /// Its path.
    package var program: String
    /// Without its own name.
    package var arguments: [RawArgument]
    /// Stays open for it, under its own number.
    package var descriptor: Descriptor

    /// Returns where it failed alone, with the cause.
    ///
    /// - Parameter inherited: what this process was started with.
    func become(restoring inherited: InheritedState) -> BrokerError {
        let words = CStrings(bytes: [Array(program.utf8)] + arguments.map(\.bytes))
        guard fcntl(descriptor.rawValue, F_SETFD, 0) == 0 else { return failure(errno) }
        inherited.restore()
        let error = withExtendedLifetime(words) {
            // SAFETY: the words live until the call has returned, and nothing changes the environment.
            unsafe execve(program, words.pointers, environ)
            return errno
        }
        return failure(error)
    }

    private func failure(_ error: Int32) -> BrokerError {
        BrokerError(
            .failed, "\(OneLine.visible(program)) cannot be started: \(SystemError.words(error))",
            nextStep: "install acctstore again")
    }
}
