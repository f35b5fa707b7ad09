import AccountModel
import CommandLineKit
import Glibc
import SystemCalls

/// The command that `exec` is to run, looked for before anybody is asked for a token.
struct CommandToRun {
    /// Why it cannot be run, with the status that `env` ends with.
    struct Failure: Error, Equatable {
        var message: String
        var status: Int32
    }

    let word: RawArgument
    let environment: Environment

    /// Throws where it is certain that the command does not start; the rest shows when it does.
    func check() throws(Failure) {
        // A name in another encoding is left to the system.
        guard let name = word.text else { return }
        guard name.utf8.contains(UInt8(ascii: "/")) else {
            guard !name.isEmpty, ProgramResolver(environment: environment).onPath(name) != nil else {
                throw Failure(message: "\(shown): there is no such command on PATH", status: 127)
            }
            return
        }
        // SAFETY: access reads the string that it is given.
        guard unsafe access(name, F_OK) == 0 else {
            throw Failure(message: "\(shown): \(SystemError.words(errno))", status: errno == EACCES ? 126 : 127)
        }
        guard ProgramResolver.isExecutable(name) else {
            throw Failure(message: "\(shown) is no program that can be run", status: 126)
        }
    }

    private var shown: String { OneLine.visible(word.text ?? "", length: 200) }
}
