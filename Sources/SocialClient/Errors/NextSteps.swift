import AccountModel

/// How to go on after a refusal: commands that work when they are pasted, each on a line of its own, and sentences
/// where no command helps.
struct NextSteps {
    let actor: ServiceActor
    let service: Service
    let attempt: Attempt
    /// Of the app; `nil` where that is not known.
    let logInProtocol: LogInProtocol?

    func lines(for trouble: Trouble) -> [String] {
        switch trouble {
        case .invalidToken, .doubtedLogIn: logIn
        case .unverifiedLogIn: ["confirm the log-in on the web site of \(service)"] + logIn
        case .wrongClock: ["timedatectl set-ntp true"]
        case .suspendedAccount, .lockedAccount, .takenForRobot: visit(for: trouble)
        case .appKeysRefused, .appSuspended, .appMayNot, .needsAccount: app(trouble)
        case .callbackRefused, .onlyPIN: ["acctstore add \(service) --pin"]
        case .planLacksCall, .capReached: plan(trouble)
        case .noSuchCall: actor.account.map { ["look at the addresses in use", "acctstore show \($0.number)"] } ?? []
        case .notFound: [notFound]
        default: Self.sentence(for: trouble, actor.handle).map { [$0] } ?? []
        }
    }

    private var logIn: [String] {
        switch actor {
        case .account(let account): [NextCommand.logIn(again: account)]
        case .app: [setApp]
        case .nobody: ["choose an account to ask as, with -a"]
        }
    }

    /// A command for the wrong protocol would keep the app as what it is not.
    private var setApp: String {
        guard let logInProtocol else {
            return
                "keep the keys that \(service) gave for the app \(OneLine.visible(appName)), with --oauth2 or --public where "
                + "it is for OAuth 2.0"
        }
        return NextCommand.setApp(appName, of: service, speaking: logInProtocol)
    }

    private var appName: String {
        switch actor {
        case .account(let account): account.app
        case .app(let name): name
        case .nobody: App.defaultName
        }
    }

    private func visit(for trouble: Trouble) -> [String] {
        let purpose =
            switch trouble {
            case .suspendedAccount: "to see why the account is suspended"
            case .lockedAccount: "to unlock the account"
            default: "to show that you are no robot"
            }
        let sentence = "sign in on the web site of \(service) as \(actor.handle) \(purpose)"
        return [sentence] + (actor.account.map { ["acctstore verify \($0.number)"] } ?? [])
    }

    private func app(_ trouble: Trouble) -> [String] {
        let name = OneLine.visible(appName)
        switch trouble {
        case .appKeysRefused: return [setApp]
        case .appSuspended: return ["register another app at \(service), and keep its key", setApp]
        case .needsAccount where actor.account == nil: return ["choose an account to ask as, with -a"]
        default:
            return ["let the app \(name) read and write, in its settings at \(service), and log in again"] + logIn
        }
    }

    /// X sells its API by use: what a call costs is taken from credits, and what may be spent has a limit.
    private func plan(_ trouble: Trouble) -> [String] {
        let place = service == .twitter ? "https://console.x.com" : "the developer pages of \(service)"
        let name = OneLine.visible(appName)
        return trouble == .planLacksCall
            ? ["the plan of the app \(name) does not include this call: change the plan at \(place)"]
            : [
                "the app \(name) has used up its credits or its cap: raise them at \(place), or wait for the next period"
            ]
    }

    private var notFound: String {
        switch attempt {
        case .view, .unpost, .reply: "check the id: there is no such post, or none that \(actor.handle) may see"
        case .post, .read, .request:
            "check the spelling: there is nothing of that name, or not for \(actor.handle) to see"
        }
    }

    private static func sentence(for trouble: Trouble, _ handle: String) -> String? {
        switch trouble {
        case .suspendedOther: "who was asked for is suspended there"
        case .tooManyPosts: "\(handle) has posted as much as it may for now: try again in some hours"
        case .hiddenPost: "its author lets only some people see it, and \(handle) is not among them"
        case .hiddenReplyTarget: "the post that it answers was deleted or cannot be seen by \(handle)"
        case .repliesClosed: "the author of the post that it answers does not take replies from \(handle)"
        case .repliesNeedMention:
            "apps without a contract may reply only where the author mentioned or quoted \(handle): reply on the web site"
        case .tooLong: "shorten the text"
        case .duplicate: "the same text was posted before: change it"
        case .tooManyAttachments: "a post takes four pictures, or one video, or one animation"
        case .badLink: "correct the link in the text"
        case .tooLarge: "send less at once"
        case .invalidRequest: "add -v to see what was sent and what was answered"
        default: nil
        }
    }
}
