import AccountModel
import Glibc

/// A folder that one of ours is made in, and how that is to be protected.
struct OwnBase {
    enum Rule {
        /// As the agent reads it: nobody but the owner and the owner's group may write; links are the person's own affair.
        case configuration
        /// Nobody else may do anything, and links are not followed.
        case ours

        /// What a command ends with where the rule is broken.
        var code: BrokerError.Code { self == .configuration ? .notConfigured : .fileError }
    }

    enum Owner: Equatable {
        case thisUser
        /// The home folder, and what is in it, is another user's.
        case ofHome
        /// It is a folder by itself, of this user.
        case another(uid_t)
    }

    let name: String
    let path: String?
    /// What names it in the environment.
    let variable: String
    let rule: Rule
    private let home: String?

    init(_ name: String, _ folder: PersonalFolder, _ rule: Rule, _ environment: Environment) {
        self.init(name, folder.path(environment), folder.variable, rule, environment)
    }

    /// The folder of the session.
    init(runtime name: String, _ environment: Environment) {
        let variable = "XDG_RUNTIME_DIR"
        self.init(name, environment[variable], variable, .ours, environment)
    }

    private init(_ name: String, _ path: String?, _ variable: String, _ rule: Rule, _ environment: Environment) {
        (self.name, self.path, self.variable, self.rule) = (name, path, variable, rule)
        home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// In another user's folder this user has nothing to mend: what would let this one in would lock that one out.
    var owner: Owner {
        guard let path else { return .thisUser }
        if let home, path == home || path.hasPrefix(home + "/") {
            return FileFacts(home, followsLinks: true)?.isOwn == false ? .ofHome : .thisUser
        }
        // What the system made for everybody may have a folder of this user's in it.
        guard let facts = FileFacts(path, followsLinks: true), !facts.isOwn, facts.owner != 0 else { return .thisUser }
        return .another(facts.owner)
    }
}
