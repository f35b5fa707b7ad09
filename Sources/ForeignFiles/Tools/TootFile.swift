import AccountModel
import AccountStore

/// toot's `config.json`: under `apps` one entry for each instance, under `users` one for each person there.
struct TootFile {
    func contents(_ root: ForeignValue?) throws(ForeignTrouble) -> ForeignContents {
        guard let root, let members = root.members, members.contains(where: { $0.name == "users" || $0.name == "apps" })
        else { throw ForeignTrouble("is not what toot writes: it has neither apps nor users") }
        var builder = ContentsBuilder()
        var instances: [String: Instance] = [:]
        for (name, value) in members where name == "apps" { apps(value, &instances, &builder) }
        for (name, value) in members where name == "users" { users(value, instances, &builder) }
        // Who is active: nothing becomes the default by itself.
        for (name, value) in members where !["active_user", "apps", "users"].contains(name) && !value.isHollow {
            builder.remark("\(ShownName.quoted(name)) is not taken over", line: value.line, isLoss: true)
        }
        return builder.contents
    }

    /// What an entry of `apps` says of a server.
    private struct Instance {
        var service: Service
        /// The place of its app.
        var app: Int
    }

    private func apps(
        _ value: ForeignValue, _ instances: inout [String: Instance], _ builder: inout ContentsBuilder
    ) {
        for (instance, value) in value.members ?? [] where !value.isHollow {
            var found: Instance?
            builder.entry("the app for \(ShownName.quoted(instance))", line: value.line) {
                (builder) throws(ForeignTrouble) in
                // The instance may be a domain that another host speaks for.
                let address = try value.text("base_url") ?? instance
                let service = try self.service(address, line: value.line)
                guard let id = try value.text("client_id") else {
                    throw ForeignTrouble("has no client_id", line: value.line)
                }
                let app = ForeignApp(
                    name: nil, service: service, key: id, secret: try value.secret("client_secret"),
                    logInProtocol: .oauth2, line: value.line)
                found = Instance(service: service, app: builder.add(app))
            }
            if let found { instances[instance] = found }
        }
    }

    private func users(
        _ value: ForeignValue, _ instances: [String: Instance], _ builder: inout ContentsBuilder
    ) {
        for (user, value) in value.members ?? [] where !value.isHollow {
            builder.entry("the user \(ShownName.quoted(user))", line: value.line) {
                (builder) throws(ForeignTrouble) in
                guard let instance = try value.text("instance") else {
                    throw ForeignTrouble("has no instance", line: value.line)
                }
                let known = instances[instance]
                let service = if let known { known.service } else { try self.service(instance, line: value.line) }
                builder.add(
                    ForeignAccount(
                        app: known?.app, service: service,
                        token: .bearer(access: try value.neededSecret("access_token"), refresh: nil, expires: nil),
                        username: try value.text("username"), line: value.line))
            }
        }
    }

    private func service(_ address: String, line: Int) throws(ForeignTrouble) -> Service {
        guard let service = Service("mastodon/\(address)") else {
            throw ForeignTrouble("names no server: \(ShownName.quoted(address))", line: line)
        }
        return service
    }
}
