/// The programs whose own files accounts can be taken over from.
public enum ForeignTool: String, Hashable, Sendable, CaseIterable {
    /// `~/.twurlrc`
    case twurl
    /// `~/.trc`, and `~/.xrc` of its successor
    case t
    /// `~/.xurl`, as one JSON object or as apps in YAML
    case xurl
    /// `toot/config.json`
    case toot
    /// `~/.rainbow_oauth`
    case rainbowstream
}

/// Where accounts are taken over from.
public enum ImportSource: Hashable, Sendable {
    /// The file of another program.
    case tool(ForeignTool)
    /// An encrypted bundle that acctstore wrote.
    case bundle

    /// The word for it on the command line and on the bus.
    package var word: String {
        switch self {
        case .tool(let tool): tool.rawValue
        case .bundle: "bundle"
        }
    }

    package init?(word: String) {
        if word == "bundle" {
            self = .bundle
        } else if let tool = ForeignTool(rawValue: word) {
            self = .tool(tool)
        } else {
            return nil
        }
    }
}

/// What `import` asks for.
public struct ImportRequest: Sendable {
    /// What kind of file it is.
    public var source: ImportSource
    /// Where it is read from, to its end.
    public var file: Descriptor
    /// What messages call it.
    public var name: String
    /// Where the accounts are, for a file that does not say so.
    public var service: Service?
    /// The app that tokens belong to, where the file does not have it.
    public var app: String?

    /// Makes a request of its parts.
    public init(
        source: ImportSource, file: Descriptor, name: String, service: Service? = nil, app: String? = nil
    ) {
        self.source = source
        self.file = file
        self.name = name
        self.service = service
        self.app = app
    }
}

extension ImportRequest {
    /// What messages call standard input.
    package static let standardInput = "standard input"

    /// The command that begins it again. What was piped in is to be named as a file: it is read by now.
    package var command: String {
        NextCommand.importing(source, from: name == ImportRequest.standardInput ? "FILE" : name)
            + (service.map { " --service \($0)" } ?? "") + (app.map { " --app \(ShellWord.quoted($0))" } ?? "")
    }
}

/// Names an import that waits for an answer. It ends with the program that began it.
public struct ImportHandle: Hashable, Sendable, RawRepresentable {
    /// Random, and nothing else.
    public let rawValue: String

    /// A handle that the agent gave.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// What comes first of an import.
public enum ImportStep: Hashable, Sendable {
    /// The file is a bundle; its passphrase comes next.
    case locked(ImportHandle)
    /// This is in it.
    case listed(ImportListing)
}

/// What a file holds, with nothing secret in it. Nothing of it is stored yet.
public struct ImportListing: Hashable, Sendable {
    /// For the calls that follow.
    public var handle: ImportHandle
    /// What can be stored, each named by its place in the list.
    public var items: [ImportItem]
    /// What is not taken over, and why.
    public var remarks: [ImportRemark]

    /// Makes a listing of its parts.
    public init(handle: ImportHandle, items: [ImportItem], remarks: [ImportRemark] = []) {
        self.handle = handle
        self.items = items
        self.remarks = remarks
    }
}

/// One thing that can be stored.
public struct ImportItem: Hashable, Sendable {
    /// What it is.
    public enum Kind: Hashable, Sendable {
        /// An app with its secret.
        case app(App)
        /// An account; name and id as far as the file tells them.
        case account(service: Service, app: String, username: String?, userID: String?)
        /// A remembered answer for a program.
        case grant(program: ProgramIdentity, service: Service, account: String?, Grant.Decision, Permissions)
    }

    /// What storing it would do to what is kept.
    public enum Standing: Hashable, Sendable {
        /// Nothing like it is kept.
        case new
        /// It is kept already, just as it is; nothing changes.
        case kept
        /// This would be replaced: one line.
        case replacing(String)
    }

    /// What it is.
    public var kind: Kind
    /// How it stands to what is kept; `nil` where the service has to be asked first.
    public var standing: Standing?
    /// Where in the file it begins, from 1; `nil` where the file has no lines.
    public var line: Int?
    /// What the person should know before it is stored: one line.
    public var note: String?

    /// Makes an item of its parts.
    public init(_ kind: Kind, line: Int? = nil, note: String? = nil, standing: Standing? = nil) {
        self.kind = kind
        self.standing = standing
        self.line = line
        self.note = note
    }
}

/// What is not taken over.
public struct ImportRemark: Hashable, Sendable {
    /// What it is and why, on one line.
    public var text: String
    /// Where in the file it stands, from 1.
    public var line: Int?
    /// Whether something would be lost with the file.
    public var isLoss: Bool

    /// Makes a remark of its parts.
    public init(_ text: String, line: Int? = nil, isLoss: Bool) {
        self.text = text
        self.line = line
        self.isLoss = isLoss
    }
}

/// What became of one thing that was to be stored.
public enum ImportOutcome: Hashable, Sendable {
    /// The account is stored, as it is told here; the warning is one line.
    case stored(Account, warning: String?)
    /// An app or a grant is stored.
    case kept
    /// It was kept already, and nothing was changed; with the account, where it is one.
    case unchanged(Account?)
    /// This is kept already and would be replaced: ask, and call again with `replacing`.
    case wouldReplace(String)
}

/// What `export` asks for.
public struct ExportRequest: Sendable {
    /// The accounts that are meant; none means all that there are.
    public var accounts: [AccountSelector]
    /// Whether remembered answers go along.
    public var includesGrants: Bool
    /// What opens it later.
    public var passphrase: NewPassphrase

    /// Makes a request of its parts.
    public init(accounts: [AccountSelector] = [], includesGrants: Bool = false, passphrase: NewPassphrase) {
        self.accounts = accounts
        self.includesGrants = includesGrants
        self.passphrase = passphrase
    }
}

/// A bundle that is to be written somewhere.
public struct ExportedBundle: Sendable {
    /// A sealed file in memory with the encrypted bytes, read from its first.
    public var file: Descriptor
    /// Accounts that are in it.
    public var accounts: Int
    /// Apps that are in it.
    public var apps: Int
    /// Remembered answers that are in it.
    public var grants: Int

    /// Makes a value of its parts.
    public init(file: Descriptor, accounts: Int, apps: Int, grants: Int) {
        self.file = file
        self.accounts = accounts
        self.apps = apps
        self.grants = grants
    }
}
