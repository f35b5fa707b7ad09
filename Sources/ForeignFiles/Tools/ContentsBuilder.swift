import AccountModel
import AccountStore
import SecretBytes

/// Gathers what a file holds, entry by entry.
struct ContentsBuilder {
    private(set) var contents = ForeignContents()

    /// Adds an app, or finds the one of the same key, protocol and secret; gives its place.
    mutating func add(_ app: ForeignApp) -> Int {
        let known = contents.apps.firstIndex {
            $0.key == app.key && $0.logInProtocol == app.logInProtocol && $0.service == app.service
                && $0.hasSameSecret(as: app)
        }
        if let known { return known }
        contents.apps.append(app)
        return contents.apps.count - 1
    }

    mutating func add(_ account: ForeignAccount) {
        contents.accounts.append(account)
    }

    /// - Parameter isLoss: whether something would be lost with the file.
    mutating func remark(_ words: String, line: Int?, isLoss: Bool) {
        contents.remarks.append(ImportRemark(words, line: line, isLoss: isLoss))
    }

    /// The members of what its program writes as a mapping. What is something else would be lost with the file.
    ///
    /// - Parameter name: what the value is called: `the profile @alice`.
    mutating func members(of value: ForeignValue, _ name: String) -> [(name: String, value: ForeignValue)] {
        if let members = value.members { return members }
        if !value.isHollow { remark("\(name) is no mapping", line: value.line, isLoss: true) }
        return []
    }

    /// Tells of members that nobody here knows: one may be a token of a kind that came later, and would be lost with the file.
    ///
    /// - Parameters:
    ///   - known: the names that the program writes there.
    ///   - place: what follows the name of a member: ` of the profile @alice`.
    mutating func leave(_ value: ForeignValue, knowing known: Set<String>, _ place: String = "") {
        for (name, value) in value.members ?? [] where !known.contains(name) && !value.isHollow {
            remark("\(ShownName.quoted(name))\(place) is not taken over", line: value.line, isLoss: true)
        }
    }

    /// Reads one entry; what is wrong with it is told, and the next one is read.
    ///
    /// - Parameter name: what the entry is called: `the profile @alice`.
    mutating func entry(
        _ name: String, line: Int, _ read: (inout ContentsBuilder) throws(ForeignTrouble) -> Void
    ) {
        let before = contents
        do throws(ForeignTrouble) {
            try read(&self)
        } catch {
            contents = before
            remark("\(name) \(error.words)", line: error.line ?? line, isLoss: true)
        }
    }
}

extension ForeignApp {
    fileprivate func hasSameSecret(as other: ForeignApp) -> Bool {
        switch (secret, other.secret) {
        case (nil, nil): true
        case (let secret?, let other?): secret.isSame(as: other)
        default: false
        }
    }
}

/// Names out of a file, in messages.
enum ShownName {
    static func quoted(_ name: String) -> String { "“\(OneLine.visible(name, length: 64))”" }
}
