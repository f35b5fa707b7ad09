import AccountModel
import CommandLineKit

/// Where the secret of an app comes from. Nothing of it is read here: the agent gets a descriptor.
enum AppSecretSource {
    case line(SecretInput)
    case privateKey(Descriptor)
    /// A public app has none.
    case none

    /// Throws `invalidArgument` where two sources are named, or none can be used, and `fileError` for a file that cannot
    /// be opened.
    static func find(
        for app: App, isPublic: Bool, rsaKey: String?, isStdinMeant: Bool, in context: CommandContext
    ) throws(BrokerError) -> AppSecretSource {
        if isPublic || rsaKey != nil, isStdinMeant {
            let option = isPublic ? "--public" : "--rsa-key"
            throw BrokerError(.invalidArgument, "--secret-stdin does not go with \(option)")
        }
        if isPublic { return .none }
        if let rsaKey { return .privateKey(try NamedFile.open(rsaKey)) }
        let what = app.logInProtocol == .oauth1 ? "Consumer secret" : "Client secret"
        return .line(
            try SecretInput.find(
                option: "--secret-stdin", isStdinMeant: isStdinMeant,
                prompt: "\(what) of app '\(OneLine.visible(app.name))' at \(app.service): ", in: context))
    }

    /// Lends what there is for as long as the operation takes.
    func lend(in context: CommandContext, _ operation: (AppSecret) async throws -> Void) async throws {
        switch self {
        case .line(let input): try await input.lend(in: context) { try await operation(.line($0)) }
        case .privateKey(let descriptor): try await operation(.privateKey(descriptor))
        case .none: try await operation(.none)
        }
    }
}
