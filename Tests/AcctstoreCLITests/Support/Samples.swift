import AccountModel
import FoundationEssentials

enum Samples {
    static let alice = account(1, "alice")
    static let bob = account(2, "bob")

    static func account(_ number: Int, _ name: String?, isDefault: Bool = false) -> Account {
        Account(
            id: id(number), number: number, service: .twitter, app: "default", username: name,
            userID: name == nil ? nil : "12\(number)", isDefault: isDefault)
    }

    static func id(_ number: Int) -> AccountID {
        let text = "00000000-0000-4000-8000-00000000000\(number)"
        guard let id = AccountID(text) else { preconditionFailure("\(text) is no UUID") }
        return id
    }

    static let two = RecordingBroker.Script(accounts: [alice, bob])
    static let one = RecordingBroker.Script(accounts: [alice])

    static let grants: [GrantListing] = [
        GrantListing(
            grant: Grant(
                program: .script("/home/alice/bin/nightly"), service: .twitter, scope: .account(id(1)),
                permissions: [.read, .write], decision: .allow, created: time(0)),
            account: alice),
        GrantListing(
            grant: Grant(
                program: .unit("backup.service"), service: .twitter, scope: .service, permissions: .read,
                decision: .deny, expires: time(3600), created: time(0), lastUsed: time(60)),
            account: nil),
    ]

    private static func time(_ offset: Double) -> Date {
        Date(timeIntervalSince1970: 1_700_000_000 + offset)
    }
}
