import AccountModel
import AgentClient
import Announcing
import Glibc

/// `announce TEXT` posts; `announce` alone lists the accounts that it may use.
///
///     swift build
///     cp .build/debug/announce ~/bin/
///     acctstore grant ~/bin/announce 1
///     ~/bin/announce "Hello"
///
/// Without the grant you are asked at the first run: `~/bin/announce wants to read and post as @alice (1, twitter).`
@main enum Main {
    static func main() async {
        do throws(BrokerError) {
            // Starts the agent where none runs.
            let announcer = Announcer(try await AgentClient.connect())
            if let text = CommandLine.arguments.dropFirst().first {
                print(try await announcer.announce(text))
            } else {
                for account in try await announcer.accounts() { print(account) }
            }
        } catch {
            // The same statuses as those of acctstore: 77 is access not granted, 79 a locked keyring.
            print("error: \(error.message)")
            if let nextStep = error.nextStep { print("next: \(nextStep)") }
            exit(error.code.exitStatus)
        }
    }
}
