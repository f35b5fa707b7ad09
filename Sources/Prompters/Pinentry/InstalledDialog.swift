import AccountModel
import Dispatch
import SystemCalls

/// A pinentry program that is installed, and what it says of itself.
package struct InstalledDialog: Hashable, Sendable {
    package var path: String
    /// `curses`, `gtk2`, `gtk2:curses`; `nil` where it does not say.
    package var flavor: String?

    /// How long a program may take to answer.
    private static let patience = Duration.seconds(2)

    /// Every program that would be tried, the likeliest first. Each is started and asked; none shows anything.
    ///
    /// - Parameter environment: the agent's own.
    package static func all(environment: [String: String]) async -> [InstalledDialog] {
        await withCheckedContinuation { found in
            // Programs are waited for.
            DispatchQueue(label: "dialogs").async {
                var paths: [String] = []
                for isForTerminal in [true, false] {
                    for program in PinentryProgram.installed(forTerminal: isForTerminal, on: environment["PATH"])
                    where !paths.contains(program.path) {
                        paths.append(program.path)
                    }
                }
                found.resume(returning: paths.map { InstalledDialog(path: $0, flavor: flavor($0, environment)) })
            }
        }
    }

    private static func flavor(_ path: String, _ environment: [String: String]) -> String? {
        guard
            let process = try? PinentryProcess(
                path, environment: environment.filter { $0.key == "PATH" || $0.key == "HOME" }, terminal: nil)
        else { return nil }
        defer { process.end() }
        var channel = AssuanChannel(process.conversation) { true }
        let end = ContinuousClock.now + patience
        guard case .ok = channel.reply(until: end),
            case .ok(let flavor) = channel.command("GETINFO flavor", until: end)
        else { return nil }
        channel.sayGoodBye()
        process.waitForEnd()
        return OneLine.visible(flavor, length: 40)
    }
}
