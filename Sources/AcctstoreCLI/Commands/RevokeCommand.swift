import AccountModel
import CommandLineKit

/// `acctstore revoke`
enum RevokeCommand: ToolCommand {
    static let program = Argument<ProgramArgument>(
        "PROGRAM", help: "As for grant; the file need not be there any more.", completion: .grantedProgram)
    static let scope = Argument<GrantScope?>(
        "ACCOUNT", help: "Only for this account, or SERVICE:*. Without it, everything is taken back.",
        completion: .accountOrService)

    static let command = Command(
        "revoke", abstract: "Take back what was granted or denied to a program.",
        parameters: [program, scope],
        examples: [.init("acctstore revoke ~/bin/nightly", "It is asked about again when it next comes.")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let text = parsed[program].text
        let identities = try ProgramResolver(environment: context.environment).identities(toRevoke: text)
        let broker = try await context.connect()
        let target = parsed[scope]?.target ?? .everything
        // A path may be stored as a script or as a binary, but it is rarely both.
        for identity in identities {
            let count = try await broker.revoke(identity, target: target)
            guard count == 0 else {
                let what = count == 1 ? "1 answer" : "\(count) answers"
                context.messages.note("revoked \(what) for \(OneLine.visible(identity.shown))")
                return
            }
        }
        let place = parsed[scope].map { " for \(OneLine.visible($0.spelling))" } ?? ""
        context.messages.note(
            "nothing was granted or denied to \(OneLine.visible(identities.first?.shown ?? text))\(place)")
    }
}
