import AccountModel
import FoundationEssentials
import SocialClient

/// How grants are told to people and to programs.
struct GrantListings {
    /// A time in the person's zone.
    let civilTime: @Sendable (Int) -> CivilTime

    /// `/home/alice/bin/nightly  allow  read write  @alice (2, twitter)  until 2026-01-01 00:00:00`, the cells below each
    /// other.
    func lines(for listings: [GrantListing]) -> [String] {
        Columns.lines(of: listings.map(cells))
    }

    private func cells(for listing: GrantListing) -> [String] {
        let grant = listing.grant
        return [
            OneLine.visible(grant.program.shown),
            grant.decision.rawValue,
            grant.permissions.description,
            Self.account(of: listing),
            grant.expires.map { "until \($0.text(in: civilTime))" } ?? "",
            grant.lastUsed.map { "last used \($0.text(in: civilTime))" } ?? "",
        ]
    }

    /// `/home/alice/bin/nightly may read and write as @alice (2, twitter)`
    func sentence(for listing: GrantListing) -> String {
        let grant = listing.grant
        let deeds = grant.permissions.words.map { $0 == "reveal" ? "see the token" : $0 }
        let what = deeds.joined(separator: grant.decision == .allow ? " and " : " or ")
        let verb = grant.decision == .allow ? "may" : "may not"
        let end = grant.expires.map { " until \($0.text(in: civilTime))" } ?? ""
        return "\(OneLine.visible(grant.program.shown)) \(verb) \(what) as \(Self.account(of: listing))\(end)"
    }

    static func json(for listing: GrantListing) -> JSONValue {
        let grant = listing.grant
        return .object([
            .init("program", .string(grant.program.description)),
            .init("service", .string(grant.service.description)),
            .init("account", account(in: grant, listing.account)),
            .init("permissions", .array(grant.permissions.words.map { .string($0) })),
            .init("decision", .string(grant.decision.rawValue)),
            .init("expires", .optional(grant.expires.map(time))),
            .init("created", .string(time(grant.created))),
            .init("last_used", .optional(grant.lastUsed.map(time))),
        ])
    }

    private static func account(of listing: GrantListing) -> String {
        if let account = listing.account { return account.shownLabel }
        switch listing.grant.scope {
        case .service: return "\(listing.grant.service):*"
        case .account(let id): return id.description
        }
    }

    /// `null` for all accounts of the service.
    private static func account(in grant: Grant, _ account: Account?) -> JSONValue {
        guard case .account(let id) = grant.scope else { return .null }
        return .object([
            .init("id", .string(id.description)), .init("username", .optional(account?.username)),
        ])
    }

    /// RFC 3339, in UTC.
    private static func time(_ date: Date) -> String {
        date.ISO8601Format()
    }
}
