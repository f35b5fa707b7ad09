import AccountModel
import AccountStore
import FoundationEssentials

/// `~/.xurl`: under `apps` one entry for each app, with client id and secret and its tokens. Older releases keep the
/// tokens of one nameless app, as a JSON object.
struct XurlFile {
    func contents(_ root: ForeignValue?) throws(ForeignTrouble) -> ForeignContents {
        var builder = ContentsBuilder()
        guard let root, !root.isNothing else { return builder.contents }
        guard let members = root.members, members.contains(where: { $0.name == "apps" }) else {
            throw ForeignTrouble("is not what xurl writes: it has no apps")
        }
        for (name, value) in members where name == "apps" { try apps(value, &builder) }
        // Nothing becomes the default by itself.
        builder.leave(root, knowing: ["apps", "default_app"])
        return builder.contents
    }

    /// The older form, whose client id is in the environment alone.
    func contents(ofOne root: ForeignValue?) throws(ForeignTrouble) -> ForeignContents {
        guard let root, let members = root.members else { throw ForeignTrouble("is not what xurl writes") }
        if members.contains(where: { $0.name == "apps" }) { return try contents(root) }
        guard members.contains(where: { Self.tokenNames.contains($0.name) }) else {
            throw ForeignTrouble("is not what xurl writes: it has neither apps nor tokens")
        }
        var builder = ContentsBuilder()
        tokens(root, of: nil, named: nil, &builder)
        return builder.contents
    }

    private static let tokenNames: Set = ["oauth2_tokens", "oauth1_tokens", "oauth1_token", "bearer_token"]

    private func apps(_ value: ForeignValue, _ builder: inout ContentsBuilder) throws(ForeignTrouble) {
        guard let apps = value.members else {
            throw ForeignTrouble("is not what xurl writes: apps is no mapping", line: value.line)
        }
        for (name, value) in apps {
            let shown = "the app \(ShownName.quoted(name))"
            guard !value.isHollow else {
                builder.remark("\(shown) is empty", line: value.line, isLoss: false)
                continue
            }
            if builder.members(of: value, shown).isEmpty { continue }
            var place: Int?
            builder.entry(shown, line: value.line) { (builder) throws(ForeignTrouble) in
                guard let id = try value.text("client_id") else {
                    if try value.member("client_secret") == nil { return }
                    throw ForeignTrouble("has a client_secret and no client_id", line: value.line)
                }
                let app = ForeignApp(
                    name: name, service: nil, key: id, secret: try value.secret("client_secret"),
                    logInProtocol: .oauth2,
                    line: value.line)
                place = builder.add(app)
            }
            tokens(value, of: place, named: name, &builder)
        }
    }

    /// - Parameter app: the place of the app that tokens of OAuth 2.0 are of; `nil` where its client id is not known.
    private func tokens(
        _ value: ForeignValue, of app: Int?, named name: String?, _ builder: inout ContentsBuilder
    ) {
        let suffix = name.map { " of the app \(ShownName.quoted($0))" } ?? ""
        for (kind, tokens) in value.members ?? [] where !tokens.isHollow {
            switch kind {
            case "oauth2_tokens":
                for (person, token) in builder.members(of: tokens, "oauth2_tokens\(suffix)") {
                    builder.entry("the token of \(ShownName.quoted(person))\(suffix)", line: token.line) {
                        (builder) throws(ForeignTrouble) in
                        try bearer(token, of: app, person, &builder)
                    }
                }
            case "oauth1_token", "oauth1_tokens":
                builder.entry("the token of OAuth 1.0a\(suffix)", line: tokens.line) {
                    (builder) throws(ForeignTrouble) in
                    try signing(tokens, of: name, &builder)
                }
            case "bearer_token":
                builder.remark(
                    "the bearer token\(suffix) is for no person; requests as the app alone need none (-a app)",
                    line: tokens.line, isLoss: true)
            default: break
            }
        }
        let others: Set = ["client_id", "client_secret", "default_user", "file_path", "redirect_uri"]
        builder.leave(value, knowing: Self.tokenNames.union(others), suffix)
    }

    private func bearer(
        _ value: ForeignValue, of app: Int?, _ person: String, _ builder: inout ContentsBuilder
    ) throws(ForeignTrouble) {
        guard let token = try value.member("oauth2") else { throw ForeignTrouble("has no oauth2", line: value.line) }
        let expires = try token.text("expiration_time").flatMap { Double($0) }.flatMap { $0 > 0 ? $0 : nil }
        builder.add(
            ForeignAccount(
                app: app, service: nil,
                token: .bearer(
                    access: try token.neededSecret("access_token"), refresh: try token.secret("refresh_token"),
                    expires: expires.map { Date(timeIntervalSince1970: min($0, XurlFile.latest)) }),
                username: person.isEmpty ? nil : person, line: value.line))
        let place = " of the token of \(ShownName.quoted(person))"
        builder.leave(value, knowing: ["type", "oauth2"], place)
        builder.leave(token, knowing: ["access_token", "refresh_token", "expiration_time"], place)
    }

    /// The end of the year 9999, the last that is written with four digits.
    private static let latest = 253_402_300_799.0

    private func signing(
        _ value: ForeignValue, of name: String?, _ builder: inout ContentsBuilder
    ) throws(ForeignTrouble) {
        guard let token = try value.member("oauth1") else { throw ForeignTrouble("has no oauth1", line: value.line) }
        guard let key = try token.text("consumer_key") else {
            throw ForeignTrouble("has no consumer_key", line: token.line)
        }
        let signing = ForeignAccount.Token.signing(
            token: try token.neededSecret("access_token"), secret: try token.neededSecret("token_secret"))
        let app = builder.add(
            ForeignApp(
                name: name.map { "\($0)-oauth1" }, service: nil, key: key,
                secret: try token.neededSecret("consumer_secret"), logInProtocol: .oauth1, line: token.line))
        builder.add(ForeignAccount(app: app, service: nil, token: signing, username: nil, line: value.line))
        let place = " of the token of OAuth 1.0a"
        builder.leave(value, knowing: ["type", "oauth1"], place)
        builder.leave(token, knowing: ["access_token", "token_secret", "consumer_key", "consumer_secret"], place)
    }
}
