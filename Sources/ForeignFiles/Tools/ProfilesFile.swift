import AccountModel
import AccountStore

/// `~/.twurlrc`, `~/.trc` and `~/.xrc`: under `profiles` the name of a person, the consumer key, and then a profile with
/// `consumer_secret`, `token` and `secret`.
struct ProfilesFile {
    private let tool: ForeignTool

    init(_ tool: ForeignTool) {
        self.tool = tool
    }

    func contents(_ root: ForeignValue?) throws(ForeignTrouble) -> ForeignContents {
        var builder = ContentsBuilder()
        guard let root, !root.isNothing else { return builder.contents }
        guard let members = root.members, members.contains(where: { $0.name == "profiles" }) else {
            throw ForeignTrouble("is not what \(tool.rawValue) writes: it has no profiles")
        }
        for (name, value) in members {
            switch name {
            case "profiles": try profiles(value, &builder)
            case "bearer_tokens": bearers(value, &builder)
            default: break
            }
        }
        // Which profile is used where none is named: nothing becomes the default by itself.
        builder.leave(root, knowing: ["profiles", "configuration", "bearer_tokens"])
        return builder.contents
    }

    private func profiles(_ value: ForeignValue, _ builder: inout ContentsBuilder) throws(ForeignTrouble) {
        guard let people = value.members else {
            throw ForeignTrouble("is not what \(tool.rawValue) writes: profiles is no mapping", line: value.line)
        }
        for (person, value) in people {
            let name = "the profile \(ShownName.quoted(person))"
            guard !value.isHollow else {
                builder.remark("\(name) is empty", line: value.line, isLoss: false)
                continue
            }
            for (key, profile) in builder.members(of: value, name) {
                builder.entry(name, line: profile.line) { (builder) throws(ForeignTrouble) in
                    try self.profile(profile, of: person, key: key, &builder)
                }
            }
        }
    }

    private func profile(
        _ value: ForeignValue, of person: String, key outerKey: String, _ builder: inout ContentsBuilder
    ) throws(ForeignTrouble) {
        guard value.members != nil else {
            throw ForeignTrouble("has a key whose value is no mapping", line: value.line)
        }
        let key = try value.text("consumer_key") ?? outerKey
        guard !key.isEmpty else { throw ForeignTrouble("has no consumer_key", line: value.line) }
        let secret = try value.neededSecret("consumer_secret")
        let token = ForeignAccount.Token.signing(
            token: try value.neededSecret("token"), secret: try value.neededSecret("secret"))
        let username = try value.text("username") ?? person
        let app = builder.add(
            ForeignApp(name: nil, service: nil, key: key, secret: secret, logInProtocol: .oauth1, line: value.line))
        builder.add(
            ForeignAccount(
                app: app, service: nil, token: token, username: username.isEmpty ? nil : username, line: value.line))
        builder.leave(
            value, knowing: ["username", "consumer_key", "consumer_secret", "token", "secret"],
            " of the profile \(ShownName.quoted(person))")
    }

    private func bearers(_ value: ForeignValue, _ builder: inout ContentsBuilder) {
        for (key, value) in builder.members(of: value, "bearer_tokens") where !value.isHollow {
            builder.remark(
                "the bearer token of the app \(ShownName.quoted(key)) is for no person; requests as the app alone need "
                    + "none (-a app)", line: value.line, isLoss: true)
        }
    }
}
