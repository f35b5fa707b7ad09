import TestRig
import Testing

extension Rig {
    /// Lets a service of Mastodon's family be found at the server, and says nothing else of it.
    func describe(_ server: MastodonServer, as service: String) throws {
        try folder.write("[service]\nbase=\(server.base)\n", to: "home/.config/acctstore/services/\(service).conf")
    }

    /// Does on the site what a person would, and answers where the browser is sent, or the page where it stays.
    func allow(_ address: String, as name: String) async throws -> String {
        let parts = address.split(separator: "?", maxSplits: 1).map(String.init)
        try #require(parts.count == 2)
        let form = "username=\(name)&\(parts[1])"
        let visit = try await program(["/usr/bin/curl", "-s", "-w", "%{redirect_url}", "-d", form, parts[0]]).run()
        return visit.out
    }
}

extension MastodonServer {
    /// The authorization code that a page shows.
    static func code(on page: String) -> String? {
        page.firstMatch(of: /code: ([^<]+)</).map { String($0.1) }
    }
}
