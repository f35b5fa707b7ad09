import AccountModel

/// What of the findings is for other people's eyes.
struct Disclosure: Sendable {
    /// The home folder; `nil` where none is known.
    let home: String?

    init(home: String?) {
        self.home = home.flatMap { $0.hasPrefix("/") && $0.count > 1 ? DoctorPath.withoutSlash($0) : nil }
    }

    /// On one line each, with `~` for the home folder. Commands still work when they are pasted.
    func presentable(_ finding: Finding) -> Finding {
        var finding = finding
        finding.found = OneLine.visible(shortened(finding.found), length: 4096)
        finding.next = finding.next.map { next in
            next.split(separator: "\n").map { OneLine.visible(shortened(String($0)), length: 4096) }
                .joined(separator: "\n")
        }
        return finding
    }

    private func shortened(_ text: String) -> String {
        guard let home else { return text }
        // A shell does not look for the home folder between quotes: `'/home/al ice/x'` becomes `~/'x'`.
        let unquoted = text.replacing("$'\(home)/", with: "~/$'").replacing("'\(home)/", with: "~/'")
            .replacing("'\(home)'", with: "~")
        var (result, rest) = ("", unquoted[...])
        while let found = rest.firstRange(of: home) {
            result += rest[..<found.lowerBound]
            let isWhole = endsPath(rest[found.upperBound...]) && !result.endsInPath
            result += isWhole ? "~" : rest[found]
            rest = rest[found.upperBound...]
        }
        return result + rest
    }

    /// Whether what follows belongs to no longer name of a folder.
    private func endsPath(_ rest: Substring) -> Bool {
        guard let next = rest.first else { return true }
        return !(next.isLetter || next.isNumber || next == "-" || next == "_" || next == ".")
    }
}

extension String {
    /// Whether a path that follows would go on with this one.
    fileprivate var endsInPath: Bool {
        guard let last else { return false }
        return last.isLetter || last.isNumber || last == "/" || last == "~" || last == "."
    }
}

/// Paths as text.
enum DoctorPath {
    static func withoutSlash(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        return String(path)
    }
}

extension Disclosure {
    /// `2 (twitter)`; with its name where that is wanted.
    static func label(of account: Account, _ options: Doctor.Options) -> String {
        options.showsNames ? account.shownLabel : "\(account.number) (\(service(account.service)))"
    }

    /// `mastodon/…`: the host is where a person may be looked for.
    static func service(_ service: Service, _ options: Doctor.Options = .init()) -> String {
        service.host == nil || options.showsNames ? service.description : "\(service.name)/…"
    }
}

extension Disclosure {
    /// What kind of trouble it is, without the words for it, which name accounts and hosts.
    static func words(for error: BrokerError) -> String {
        switch error.code {
        case .unavailable: "it cannot be reached"
        case .credentialRejected: "it no longer takes the log-in"
        case .tryLater: "it wants to be asked later"
        case .serviceRefused: "it refuses"
        case .locked: "the keychain is locked"
        case .accessDenied: "access is not granted to this program"
        case .notConfigured: "something is not set up"
        case .cancelled: "a question that it needed an answer to was dismissed"
        default: "it failed (\(error.code.rawValue))"
        }
    }
}

extension NextCommand {
    /// Tells all that `doctor` leaves out of a trouble, with names and hosts.
    static func verify(_ account: Account) -> String { "acctstore verify -v \(account.number)" }
}
