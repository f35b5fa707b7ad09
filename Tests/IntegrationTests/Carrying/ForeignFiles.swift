import TestRig
import Testing

/// Files as other programs write them, of people whom the test service knows.
enum ForeignText {
    private static let (key, secret) = (TestService.Known.consumerKey, TestService.Known.consumerSecret)

    /// `~/.twurlrc`, `~/.trc`, `~/.xrc`
    static func profiles(_ people: [TestService.Person]) -> String {
        "---\nprofiles:\n"
            + people.map { person in
                "  \(person.name):\n    \(key):\n      username: \(person.name)\n      consumer_key: \(key)\n"
                    + "      consumer_secret: \(secret)\n      token: \(person.token)\n      secret: \(person.tokenSecret)\n"
            }.joined()
            + "configuration:\n  default_profile:\n  - \(people[0].name)\n  - \(key)\n"
    }

    /// `~/.xurl`
    static func xurl(_ name: String, access: String, refresh: String, expires: Int) -> String {
        """
        apps:
            default:
                client_id: ""
                client_secret: ""
            work:
                client_id: \(TestService.Known.clientID)
                client_secret: \(TestService.Known.clientSecret)
                oauth2_tokens:
                    \(name):
                        type: oauth2
                        oauth2:
                            access_token: \(access)
                            refresh_token: \(refresh)
                            expiration_time: \(expires)
        default_app: default

        """
    }
}

extension Terminal {
    /// Begins an import and says yes to what it shows.
    func beginImport(_ words: String) async throws -> TypedCommand {
        let importing = try await begin("acctstore import \(words)")
        try await confirm("Store these?")
        return importing
    }
}

extension Rig {
    /// Whether the keyring has neither an account nor an app.
    var keepsNothing: Bool {
        get async throws {
            let (accounts, apps) = (try await items("Account"), try await items("App"))
            return accounts.isEmpty && apps.isEmpty
        }
    }
}
