public import AccountModel

extension CountingRules {
    /// The rules that a service's profile names.
    public init(_ profile: ServiceProfile) {
        switch profile.counting {
        case .weighted:
            self = .weighted(limit: profile.textLimit, linkLength: profile.urlLength)
        case .codepoints:
            self = .codePoints(limit: profile.textLimit)
        case .mastodon:
            self = .mastodon(limit: profile.textLimit, linkLength: profile.urlLength)
        }
    }
}
