import Glibc
import SystemCalls

/// COMMAND, which this process becomes.
enum GivenCommand {
    /// Starts the words of the command line from an index on, as the system gave them, whatever their encoding. PATH and
    /// scripts without a first line are treated as `env` does. It returns where that failed alone.
    static func become(wordsFrom first: Int) -> HandoverFailure {
        // SAFETY: the system ends argv with a null pointer, and `first` is one of its words.
        let words = unsafe CommandLine.unsafeArgv + first
        guard let name = unsafe words[0] else { return .usage }
        unsafe execvp(name, words)
        let error = errno
        let status = error == ENOENT ? HandoverFailure.Status.notFound : HandoverFailure.Status.cannotRun
        return HandoverFailure(
            "\(visible(unsafe String(cString: name))): \(SystemError.words(error))", status: status)
    }

    /// On one line: whoever wrote the command line wrote it for a shell, not for a screen.
    private static func visible(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }
}
