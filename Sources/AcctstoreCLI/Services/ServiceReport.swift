import AccountModel

/// Services as `acctstore service` prints them.
enum ServiceReport {
    /// `twitter  X (Twitter)  post, read  OAuth 1.0a, OAuth 2.0  built in`, a line for each.
    static func lines(of listings: [ServiceListing]) -> [String] {
        Columns.lines(
            of: listings.map { listing in
                let abilities = try? listing.abilities.get()
                return [
                    listing.name, abilities.map { OneLine.visible($0.profile.title, length: 40) } ?? "",
                    abilities.map(can) ?? "cannot be read", abilities.map(protocols) ?? "", origin(of: listing),
                ]
            })
    }

    /// A title and a value in each line, without what does not hold.
    static func details(of listing: ServiceListing) -> [String] {
        let abilities = try? listing.abilities.get()
        let rows: [(title: String, value: String?)] =
            [
                ("service", listing.name), ("title", abilities?.profile.title), ("can", abilities.map(can)),
                ("described", listing.file ?? "built in"),
                ("state", listing.choice == nil ? "on" : "off until you choose it"),
                ("log in", abilities.map(ways)), ("protocol", abilities.map(protocols)),
                ("signature", abilities?.signatureMethod), ("app", abilities.map { app($0, listing) }),
                ("app alone", abilities.flatMap(appProofs)),
                ("posts", abilities.flatMap(limits)), ("api", abilities?.urls.api),
            ]
            + (abilities.map(addresses) ?? [])
        let width = rows.map(\.title.count).max() ?? 0
        return rows.compactMap { title, value in
            value.map {
                title + String(repeating: " ", count: width - title.count) + "  " + OneLine.visible($0, length: 500)
            }
        }
    }

    /// With the keys of both, and `null` for what is not known.
    static func json(for listing: ServiceListing) -> JSONValue {
        let abilities = try? listing.abilities.get()
        let (profile, urls) = (abilities?.profile, abilities?.urls)
        let isSpokenTo = abilities?.isSpokenTo == true
        return .object([
            .init("service", .string(listing.name)),
            .init("title", .optional(profile?.title)),
            .init("on", .boolean(listing.choice == nil)),
            .init("origin", .string(listing.origin.rawValue)),
            .init("file", .optional(listing.file)),
            .init("choice", .optional(listing.choice)),
            .init("error", .optional(trouble(of: listing))),
            .init("dialect", .optional(profile?.dialect.rawValue)),
            .init("can", abilities.map { .array(words(for: $0).map { .string($0) }) } ?? .null),
            .init("protocols", abilities.map { .array($0.protocols.map { .string($0.rawValue) }) } ?? .null),
            .init("log_in", abilities.map { .array($0.ways.map { .string($0.rawValue) }) } ?? .null),
            .init("signature_method", .optional(abilities?.signatureMethod)),
            .init("app", .optional(abilities?.appNeed.rawValue)),
            .init("app_alone", abilities.map { .array($0.appProofs.map { .string($0.rawValue) }) } ?? .null),
            .init("apps", listing.apps.map { .array($0.map { .string($0) }) } ?? .null),
            .init("text_limit", isSpokenTo ? profile.map { .number($0.textLimit) } ?? .null : .null),
            .init("text_limit_asked", .boolean(isSpokenTo && abilities?.namesLimits == true)),
            .init("counting", isSpokenTo ? .optional(profile?.counting.rawValue) : .null),
            .init("url_length", isSpokenTo ? profile.map { .number($0.urlLength) } ?? .null : .null),
            .init(
                "urls",
                urls.map { urls in
                    .object(
                        [.init("api", .string(urls.api))]
                            + ServiceURLs.names.map { .init($0.name, .optional(urls[keyPath: $0.value])) }
                            + further(abilities?.furtherAddresses ?? []))
                } ?? .null),
            .init("authorize_parameters", .optional(abilities?.authorizeParameters)),
        ])
    }

    private static func further(_ addresses: [ServiceAbilities.NamedAddress]) -> [JSONValue.Member] {
        ServiceAbilities.NamedAddress.Name.allCases.map { name in
            let urls = addresses.filter { $0.name == name }.map { JSONValue.string($0.url) }
            return .init(name.rawValue, name == .limits ? .array(urls) : urls.first ?? .null)
        }
    }

    private static func trouble(of listing: ServiceListing) -> String? {
        if case .failure(let error) = listing.abilities { error.message } else { nil }
    }

    // MARK: In words

    private static func addresses(_ abilities: ServiceAbilities) -> [(title: String, value: String?)] {
        func title(_ name: String) -> String { name.replacing("_", with: " ") }
        return ServiceURLs.names.flatMap { name in
            [(title(name.name), abilities.urls[keyPath: name.value])]
                + (name.value == \.authorize ? [("authorize with", abilities.authorizeParameters)] : [])
        } + abilities.furtherAddresses.map { (title($0.name.rawValue), $0.url) }
    }

    private static func can(_ abilities: ServiceAbilities) -> String {
        words(for: abilities).joined(separator: ", ")
    }

    /// `sign` and `request` go without saying where there is a client.
    private static func words(for abilities: ServiceAbilities) -> [String] {
        if abilities.isSpokenTo { return ["post", "read"] + (abilities.isSigned ? ["sign"] : []) + ["request"] }
        return (abilities.isSigned ? ["sign"] : []) + ["request"]
    }

    private static func protocols(_ abilities: ServiceAbilities) -> String {
        abilities.protocols.map(\.title).joined(separator: ", ")
    }

    private static func origin(of listing: ServiceListing) -> String {
        switch listing.origin {
        case .builtIn: "built in"
        case .shipped: "off: acctstore service \(listing.name)"
        case .own: listing.file.map { OneLine.visible($0, length: 200) } ?? "a file of yours"
        }
    }

    private static func ways(_ abilities: ServiceAbilities) -> String {
        abilities.ways.map { way in
            switch way {
            case .browser: "browser"
            case .pin: "typed PIN"
            case .device: "code for another device"
            case .xauth: "xAuth"
            case .tokens: "ready tokens"
            }
        }.joined(separator: ", ")
    }

    /// What an app proves requests with that it makes alone.
    private static func appProofs(_ abilities: ServiceAbilities) -> String? {
        let words = abilities.appProofs.map { proof in
            switch proof {
            case .signature: "signed with its key"
            case .token: "a token of its own"
            }
        }
        return words.isEmpty ? nil : words.joined(separator: ", or ")
    }

    private static func app(_ abilities: ServiceAbilities, _ listing: ServiceListing) -> String {
        let kept = listing.apps.map { $0.map { OneLine.visible($0, length: 64) }.joined(separator: ", ") } ?? ""
        if !kept.isEmpty { return kept }
        switch abilities.appNeed {
        case .none: return "none is needed"
        case .registered: return "registered at the first log-in"
        case .own:
            // With nothing known of the apps, nothing is said of them.
            return listing.apps == nil && listing.choice == nil
                ? "one of yours" : "one of yours: acctstore app set \(listing.name) --key KEY"
        }
    }

    /// How long a post may be, where there is a client to post with.
    private static func limits(_ abilities: ServiceAbilities) -> String? {
        guard abilities.isSpokenTo else { return nil }
        let profile = abilities.profile
        let units =
            switch profile.counting {
            case .weighted: "\(profile.textLimit) as twitter-text counts, a link \(profile.urlLength)"
            case .codepoints: "\(profile.textLimit) characters"
            case .mastodon: "\(profile.textLimit) characters, a link \(profile.urlLength)"
            }
        return abilities.namesLimits ? "as long as the server says, else \(units)" : units
    }
}
