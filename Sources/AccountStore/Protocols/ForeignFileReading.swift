public import AccountModel
public import FoundationEssentials
public import SecretBytes

/// Understands the files in which other programs keep accounts. It reads and stores nothing itself.
public protocol ForeignFileReading: Sendable {
    /// What a text holds that a program wrote.
    ///
    /// One entry that cannot be used is told among ``ForeignContents/remarks`` and hides no other. Throws where the whole
    /// is not what that program writes.
    func contents(of text: SharedSecret, by tool: ForeignTool) throws(ForeignFileError) -> ForeignContents
}

/// Why a file of another program cannot be understood, in words that have nothing of what is in it.
public struct ForeignFileError: Error, Hashable, Sendable {
    /// As it follows the file's name: `is no YAML: did not find expected key`.
    public var message: String
    /// From 1; `nil` where it is about the whole.
    public var line: Int?

    /// Makes an error of its parts.
    public init(_ message: String, line: Int? = nil) {
        self.message = message
        self.line = line
    }
}

/// What another program keeps.
public struct ForeignContents: Sendable {
    /// Its apps.
    public var apps: [ForeignApp]
    /// Its accounts.
    public var accounts: [ForeignAccount]
    /// What is not taken over, and why.
    public var remarks: [ImportRemark]

    /// Makes a value of its parts.
    public init(apps: [ForeignApp] = [], accounts: [ForeignAccount] = [], remarks: [ImportRemark] = []) {
        self.apps = apps
        self.accounts = accounts
        self.remarks = remarks
    }
}

/// An app of another program.
public struct ForeignApp: Sendable {
    /// What that program calls it; `nil` where it has no name.
    public var name: String?
    /// Where it is registered; `nil` where the file does not say it.
    public var service: Service?
    /// The consumer key, or the client id.
    public var key: String
    /// `nil` for a public app of OAuth 2.0.
    public var secret: SharedSecret?
    /// What it is for.
    public var logInProtocol: LogInProtocol
    /// Where in the file it stands, from 1.
    public var line: Int

    /// Makes a value of its parts.
    public init(
        name: String?, service: Service?, key: String, secret: SharedSecret?, logInProtocol: LogInProtocol, line: Int
    ) {
        self.name = name
        self.service = service
        self.key = key
        self.secret = secret
        self.logInProtocol = logInProtocol
        self.line = line
    }
}

/// An account of another program.
public struct ForeignAccount: Sendable {
    /// What its requests are made with.
    public enum Token: Sendable {
        /// OAuth 1.0a.
        case signing(token: SharedSecret, secret: SharedSecret)
        /// OAuth 2.0; `refresh` is what renews it, `expires` the end of the access token.
        case bearer(access: SharedSecret, refresh: SharedSecret?, expires: Date?)
    }

    /// The place of its app among those of the file; `nil` where the file does not have it.
    public var app: Int?
    /// Where it is; `nil` where the file does not say it.
    public var service: Service?
    /// What its requests are made with.
    public var token: Token
    /// The name that the program knows it by.
    public var username: String?
    /// Where in the file it stands, from 1.
    public var line: Int

    /// Makes a value of its parts.
    public init(app: Int?, service: Service?, token: Token, username: String?, line: Int) {
        self.app = app
        self.service = service
        self.token = token
        self.username = username
        self.line = line
    }
}
