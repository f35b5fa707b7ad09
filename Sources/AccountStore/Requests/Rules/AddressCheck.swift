import AccountModel

/// Holds the addresses that an account logged in with against its service's description.
///
/// A description can be edited by whoever can write the person's files; the account's secret cannot. Where the two
/// differ nothing is sent: the person restores the line, or logs in again, which accepts the new addresses.
struct AddressCheck {
    var account: Account
    var credential: AccountCredential
    var description: ServiceDescription

    private var stored: ServiceURLs { credential.urls }
    private var described: ServiceURLs { description.urls(of: credential.logInProtocol) }

    /// Throws `notConfigured` with both addresses and the line to restore.
    func run() throws(BrokerError) {
        let differences = AddressCheck.keys.filter { address($0, in: stored) != address($0, in: described) }
        if differences.isEmpty { return }
        let told = differences.map { key in
            "\(key.name) was \(shown(key, in: stored)) at the log-in and is now \(shown(key, in: described))"
        }
        let file = description.shownSource
        let lines = differences.map { "\($0.name)=\(OneLine.visible(address($0, in: stored))) under [\($0.section)]" }
        throw BrokerError(
            .notConfigured,
            "the description of \(account.service) does not fit \(account.label): " + told.joined(separator: "; "),
            nextStep: "restore in \(file): " + lines.joined(separator: " and ")
                + "\nor log in where the description leads by now\n\(NextCommand.logIn(again: account))")
    }

    private struct Key: Sendable {
        var name: String
        var section: String
        var value: @Sendable (ServiceURLs) -> String?
    }

    private static let keys = [
        Key(name: "api", section: "service") { $0.api }, Key(name: "upload", section: "service") { $0.upload },
        Key(name: "request-token", section: "oauth1") { $0.requestToken },
        Key(name: "authorize", section: "oauth1") { $0.authorize },
        Key(name: "access-token", section: "oauth1") { $0.accessToken },
        Key(name: "invalidate-token", section: "oauth1") { $0.invalidateToken },
        Key(name: "authorize", section: "oauth2") { $0.oauth2Authorize },
        Key(name: "token", section: "oauth2") { $0.token }, Key(name: "revoke", section: "oauth2") { $0.revoke },
        Key(name: "device", section: "oauth2") { $0.device },
    ]

    private func address(_ key: Key, in urls: ServiceURLs) -> String {
        key.value(urls) ?? ""
    }

    private func shown(_ key: Key, in urls: ServiceURLs) -> String {
        let text = address(key, in: urls)
        return text.isEmpty ? "empty" : OneLine.visible(text)
    }
}
