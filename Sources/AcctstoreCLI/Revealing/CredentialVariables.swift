import AccountModel
import CommandLineKit

/// Which variables of the environment hold what of a credential: `NAME=KEY,…`.
struct CredentialVariables: ArgumentValue, Equatable {
    struct Variable: Equatable, Sendable {
        var name: String
        var key: CredentialKey
        /// Whether it is left out where the credential has no such thing.
        var isOptional = false
    }

    static let expectation: String? =
        "NAME=KEY, and more after commas, with a KEY of "
        + CredentialKey.allCases.map(\.rawValue).joined(separator: ", ")

    private(set) var variables: [Variable]

    init(_ variables: [Variable]) {
        self.variables = variables
    }

    init?(argument: RawArgument) {
        guard let text = argument.text else { return nil }
        variables = []
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, CredentialVariables.isName(parts[0]),
                let key = CredentialKey(rawValue: String(parts[1]))
            else { return nil }
            variables.append(Variable(name: String(parts[0]), key: key))
        }
    }

    /// What programs for a service read by custom: `TWITTER_CONSUMER_KEY`, `TWITTER_CONSUMER_SECRET`,
    /// `TWITTER_ACCESS_TOKEN`, `TWITTER_ACCESS_TOKEN_SECRET`; a bearer token is an access token alone. A service that runs
    /// on many hosts goes by its software.
    static func usual(for service: Service) -> CredentialVariables {
        let start = service.name.uppercased().unicodeScalars.map { isNameScalar($0) ? Character($0) : "_" }
        let prefix = (start.first?.isNumber == true ? "_" : "") + String(start)
        return CredentialVariables([
            Variable(name: "\(prefix)_CONSUMER_KEY", key: .consumerKey, isOptional: true),
            Variable(name: "\(prefix)_CONSUMER_SECRET", key: .consumerSecret, isOptional: true),
            Variable(name: "\(prefix)_ACCESS_TOKEN", key: .token),
            Variable(name: "\(prefix)_ACCESS_TOKEN_SECRET", key: .tokenSecret, isOptional: true),
        ])
    }

    /// A name that would have to hold two things.
    var nameGivenTwice: String? {
        var names: Set<String> = []
        return variables.first { !names.insert($0.name).inserted }?.name
    }

    /// As `acctstore-reveal` takes them.
    var spelling: String {
        variables.map { "\($0.name)=\($0.key.field)\($0.isOptional ? "?" : "")" }.joined(separator: ",")
    }

    /// What a shell takes for the name of a variable (POSIX, 8.1).
    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
        return text.unicodeScalars.allSatisfy(isNameScalar)
    }

    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }
}
