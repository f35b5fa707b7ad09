import TestRig
import Testing

/// The test service as `new`, which is logged in to by OAuth 2.0 and speaks version 2 of the API.
extension Rig {
    /// Describes it, opens a terminal, and keeps an app.
    func terminalWithClient(
        _ oauth2: TestServiceDescription.OAuth2 = .init(), isPublic: Bool = false, callback: String? = nil
    ) async throws -> Terminal {
        var description = try server.description(.twitter2)
        description.oauth2 = oauth2
        try folder.describe("new", description)
        let terminal = try await terminal()
        let options = callback.map { " --callback \($0)" } ?? ""
        if isPublic {
            try await terminal.mustRun(
                "acctstore app set new --key \(TestService.Known.publicClientID) --public\(options)")
        } else {
            let secret = try folder.write(TestService.Known.clientSecret, to: "input/client")
            let set = "acctstore app set new --key \(TestService.Known.clientID) --oauth2 --secret-stdin"
            try await terminal.mustRun("\(set)\(options) <\(secret)")
        }
        return terminal
    }

    /// The same with an account of `person`, who gets number 1.
    func terminal(withBearerOf person: TestService.Person, isPublic: Bool = false) async throws -> Terminal {
        let terminal = try await terminalWithClient(isPublic: isPublic)
        let adding = try await terminal.begin("acctstore add new --pin --user \(person.name)")
        try await adding.paste(server.visit(adding.address(), as: person), at: terminal)
        let added = try await adding.finish()
        guard added.status == 0 else { throw RigError("the log-in: \(added.status), \(added.err)") }
        return terminal
    }
}

extension TypedCommand {
    static let waiting = "Waiting for the browser; or paste the address that it ended at: "

    /// The address that the person is to visit, once it stands there.
    func address() async throws -> String {
        try await eventually("the address") { self.err.contains("/oauth2/authorize?") && self.err.contains("S256\n") }
        let lines = err.split(separator: "\n")
        return String(try #require(lines.first { $0.contains("/oauth2/authorize?") }))
    }

    /// Types where the browser ended.
    func paste(_ address: String, at terminal: Terminal) async throws {
        try await terminal.waitFor(Self.waiting)
        try terminal.type("\(address)\n")
    }

    /// Ends what could be typed there.
    func dismiss(at terminal: Terminal) async throws {
        try await terminal.waitFor(Self.waiting)
        try terminal.type("\u{4}")
    }
}
