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
        builder.leave(root, knowing: ["active_user", "apps", "users"])
        return builder.contents
    }

    /// What an entry of `apps` says of a server.
    private enum Instance {
        /// With the place of its app.
        case known(Service, app: Int)
        /// Whose tokens are for a server that is not known, and go to no other.
        case notTaken
    }

    private func apps(
        _ value: ForeignValue, _ instances: inout [String: Instance], _ builder: inout ContentsBuilder
    ) {
        for (instance, value) in builder.members(of: value, "apps") where !value.isHollow {
            let name = "the app for \(ShownName.quoted(instance))"
            var found = Instance.notTaken
            builder.entry(name, line: value.line) {
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
                found = .known(service, app: builder.add(app))
                builder.leave(value, knowing: ["instance", "base_url", "client_id", "client_secret"], " of \(name)")
            }
            instances[instance] = found
        }
    }

    private func users(
        _ value: ForeignValue, _ instances: [String: Instance], _ builder: inout ContentsBuilder
    ) {
        for (user, value) in builder.members(of: value, "users") where !value.isHollow {
            let name = "the user \(ShownName.quoted(user))"
            builder.entry(name, line: value.line) {
                (builder) throws(ForeignTrouble) in
                guard let instance = try value.text("instance") else {
                    throw ForeignTrouble("has no instance", line: value.line)
                }
                let (service, app) = try place(of: instance, among: instances, line: value.line)
                builder.add(
                    ForeignAccount(
                        app: app, service: service,
                        token: .bearer(access: try value.neededSecret("access_token"), refresh: nil, expires: nil),
                        username: try value.text("username"), line: value.line))
                builder.leave(value, knowing: ["instance", "username", "access_token"], " of \(name)")
            }
        }
    }

    private func place(
        of instance: String, among instances: [String: Instance], line: Int
    ) throws(ForeignTrouble) -> (Service, app: Int?) {
        switch instances[instance] {
        case .known(let service, let app): (service, app)
        case .notTaken: throw ForeignTrouble("is of an app that is not taken", line: line)
        case nil: (try service(instance, line: line), nil)
        }
    }

    private func service(_ address: String, line: Int) throws(ForeignTrouble) -> Service {
        guard let service = Service("mastodon/\(address)") else {
            throw ForeignTrouble("names no server: \(ShownName.quoted(address))", line: line)
        }
        return service
    }
}
