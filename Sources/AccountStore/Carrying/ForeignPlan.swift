import AccountModel
import SecretBytes

/// Settles what the apps and accounts of another program's file are called here.
struct ForeignPlan: Sendable {
    let parts: StoreParts
    let tool: ForeignTool
    let request: ImportRequest
    let kept: KeptThings

    /// What can be stored, with its listing: the apps first, since accounts are of them.
    func work(of contents: ForeignContents) -> [(ImportWork, ImportItem)] {
        var names: [String] = []
        var work: [(ImportWork, ImportItem)] = []
        for app in contents.apps {
            let service = place(app.service)
            let credential = AppCredential(
                consumerKey: app.key, consumerSecret: app.secret, logInProtocol: app.logInProtocol)
            let own = kept.apps.first { $0.service == service && $0.credential?.isSame(as: credential) == true }
            let taken = Set(
                kept.apps.filter { $0.service == service }.map(\.name)
                    + zip(contents.apps, names).filter {
                        place($0.0.service) == service
                    }.map(\.1))
            let isOnly = contents.apps.filter { place($0.service) == service }.count == 1
            let name = own?.name ?? newName(app, isOnly: isOnly, taken: taken)
            names.append(name)
            let shown = App(
                service: service, name: name, consumerKey: app.key, logInProtocol: app.logInProtocol)
            let rival = kept.apps.first { $0.service == service && own == nil && $0.isTaken(for: app) }
            let note = rival.map { "a second app beside \($0.name), which has another key or secret" }
            work.append((.app(name, service, credential), ImportItem(.app(shown), line: app.line, note: note)))
        }
        for account in contents.accounts {
            work.append(self.work(of: account, contents.apps, names))
        }
        return work
    }

    private func work(
        of account: ForeignAccount, _ apps: [ForeignApp], _ names: [String]
    ) -> (ImportWork, ImportItem) {
        let app = account.app.map { apps[$0] }
        let service = place(account.service)
        let tokens = ForeignTokens(
            service: service, appName: account.app.map { names[$0] } ?? request.app ?? App.defaultName,
            app: app.map {
                AppCredential(consumerKey: $0.key, consumerSecret: $0.secret, logInProtocol: $0.logInProtocol)
            }, token: account.token, username: account.username)
        let item = ImportItem(
            .account(service: service, app: tokens.appName, username: account.username, userID: nil),
            line: account.line, note: note(on: account))
        return (.tokens(tokens), item)
    }

    private func note(on account: ForeignAccount) -> String? {
        guard case .bearer(_, .some, let expires) = account.token else {
            return account.app == nil ? "its app is not in the file" : nil
        }
        let now = parts.clock.now()
        return expires.map { $0 <= now } ?? false
            ? "its token has ended and is renewed, after which \(tool.rawValue) has to log in again"
            : "once its token is renewed, \(tool.rawValue) has to log in again"
    }

    private func place(_ service: Service?) -> Service { service ?? request.service ?? .twitter }

    /// The usual name where that is free and there is no choice, else the other program's.
    private func newName(_ app: ForeignApp, isOnly: Bool, taken: Set<String>) -> String {
        if isOnly && taken.isEmpty { return App.defaultName }
        let own = app.name.flatMap { (try? AppBook.checkName($0)) == nil ? nil : $0 }
        let base = own ?? tool.rawValue
        if !taken.contains(base) { return base }
        var number = 2
        while taken.contains("\(base)-\(number)") { number += 1 }
        return "\(base)-\(number)"
    }
}

extension KeptThings.KeptApp {
    /// Whether it is what one would take the app of a file for, by its key or its name.
    fileprivate func isTaken(for app: ForeignApp) -> Bool {
        credential?.consumerKey == app.key || name == app.name
    }
}

extension AppCredential {
    /// Whether a service would see the same app.
    func isSame(as other: AppCredential) -> Bool {
        guard consumerKey == other.consumerKey, logInProtocol == other.logInProtocol else { return false }
        switch (consumerSecret, other.consumerSecret) {
        case (nil, nil): return true
        case (let own?, let other?): return own.isSame(as: other)
        default: return false
        }
    }
}
