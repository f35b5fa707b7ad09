/// How long a post may be, as a server says it.
struct PostLimits: Hashable, Sendable {
    var textLimit: Int
    /// What a link counts; `nil` where the server does not say.
    var urlLength: Int?

    /// What stands for no limit at all: more than anybody writes.
    private static let none = 1_000_000

    /// Reads GNU social's `site.textlimit`, where 0 is no limit; Mastodon's `configuration.statuses`; and
    /// `max_toot_chars`, which others have in its place. `nil` where none of them is there.
    init?(_ body: Span<UInt8>) {
        if let limit = JSONText.number(body, at: ["site", "textlimit"]) {
            textLimit = limit == 0 ? PostLimits.none : min(limit, PostLimits.none)
            return
        }
        guard
            let limit = JSONText.number(body, at: ["configuration", "statuses", "max_characters"])
                ?? JSONText.number(body, at: ["max_toot_chars"]), limit > 0
        else { return nil }
        textLimit = min(limit, PostLimits.none)
        urlLength = JSONText.number(body, at: ["configuration", "statuses", "characters_reserved_per_url"])
            .flatMap { 1...1000 ~= $0 ? $0 : nil }
    }
}
