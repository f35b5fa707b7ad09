/// Commands that several messages name as the next step; they work when they are pasted.
package enum NextCommand {
    /// Logs in to an account of a service.
    ///
    /// - Parameter way: an option with the blank before it, ` --pin`; without one the way is chosen anew.
    package static func logIn(at service: Service, app: String, user: String?, way: String = "") -> String {
        let user = user.map { " --user \(ShellWord.quoted($0))" } ?? ""
        return "acctstore add \(service)\(option(app))\(user)\(way)"
    }

    /// Logs in again to an account that is kept.
    ///
    /// - Parameter way: as in ``logIn(at:app:user:way:)``.
    package static func logIn(again account: Account, way: String = "") -> String {
        "acctstore login \(account.number)\(way)"
    }

    /// Takes over the accounts of a file.
    package static func importing(_ source: ImportSource, from file: String) -> String {
        ["acctstore", "import", source.word, ShellWord.quoted(file)].joined(separator: " ")
    }

    /// Copies everything to a keychain.
    package static func migrating(to target: KeychainKind) -> String {
        ["acctstore", "migrate", "--to", target.rawValue].joined(separator: " ")
    }

    /// Keeps the key of an app, and asks for its secret.
    ///
    /// - Parameters:
    ///   - isPublic: whether it is an app for OAuth 2.0 that has none.
    ///   - hasPrivateKey: whether it is an app for OAuth 1.0a whose secret is a private key.
    package static func setApp(
        _ name: String, of service: Service, speaking logInProtocol: LogInProtocol = .oauth1, isPublic: Bool = false,
        hasPrivateKey: Bool = false
    ) -> String {
        switch logInProtocol {
        case .oauth1 where hasPrivateKey: "acctstore app set \(service)\(option(name)) --key KEY --rsa-key FILE"
        case .oauth1: "acctstore app set \(service)\(option(name)) --key KEY"
        case .oauth2 where isPublic: "acctstore app set \(service)\(option(name)) --key ID --public"
        case .oauth2: "acctstore app set \(service)\(option(name)) --key ID --oauth2"
        }
    }

    /// Keeps the callback that is registered with an app.
    package static func setCallback(ofApp name: String, of service: Service) -> String {
        "acctstore app set \(service)\(option(name)) --callback URL"
    }

    private static func option(_ app: String) -> String {
        app == App.defaultName ? "" : " --app \(ShellWord.quoted(app))"
    }
}
