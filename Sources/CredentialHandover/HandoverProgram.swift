import Glibc

/// The program `acctstore-reveal`, which `acctstore token` and `acctstore exec` turn into once the person said yes: it
/// does with a credential what was asked for, so that the program that people run never holds one.
///
///     acctstore-reveal FD json|env NAME=FIELD,…        prints the credential
///     acctstore-reveal FD run NAME=FIELD,… COMMAND …   becomes COMMAND, with the credential in its environment
///
/// Descriptor FD is the credential as the agent hands it out; a field is one of that form: `oauth_token`. Of several, with
/// `|` between, the one that is there counts; where a `?` follows, there need be none.
public enum HandoverProgram {
    public static func main() -> Never {
        do throws(HandoverFailure) {
            let request = try HandoverRequest(CommandLine.arguments)
            let credential = try ReceivedCredential(readingFrom: request.descriptor)
            // COMMAND inherits no second way to the credential.
            close(request.descriptor)
            switch request.deed {
            case .print(let format, let variables):
                // A reader that has gone, or a limit on files, is an error of the write, not the end of the process.
                signal(SIGPIPE, SIG_IGN)
                signal(SIGXFSZ, SIG_IGN)
                try format.text(of: credential, variables).write(to: STDOUT_FILENO)
                exit(0)
            case .run(let variables, let firstWord):
                for variable in variables { try variable.set(from: credential) }
                throw GivenCommand.become(wordsFrom: firstWord)
            }
        } catch {
            error.tell()
            exit(error.status)
        }
    }
}
