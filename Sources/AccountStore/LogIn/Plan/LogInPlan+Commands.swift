import AccountModel

/// The commands that errors name, for the same account and app.
extension LogInPlan {
    /// The command that begins this log-in again.
    var command: String {
        let option =
            switch request.method {
            case .browser: " --browser"
            case .pin: " --pin"
            case .device: " --device"
            case .xauth: " --xauth"
            case .token: " --token-stdin"
            }
        return command(option)
    }

    /// The same by PIN.
    var commandByPIN: String { command(" --pin") }

    /// The same with a code for another device.
    var commandByDevice: String { command(" --device") }

    /// The same with a password.
    var commandByXAuth: String {
        command(request.username == nil && again == nil ? " --user NAME --xauth" : " --xauth")
    }

    /// The first of the ways that the service has, other than the one that was asked for; ready tokens where there is none.
    var otherCommand: String {
        if description.hasPageVisit { return commandByPIN }
        let method = request.method
        if description.oauth2?.device != nil, method != .device { return commandByDevice }
        if description.hasXAuth, method != .xauth { return commandByXAuth }
        return command(" --token-stdin")
    }

    private func command(_ option: String) -> String {
        if let again { return NextCommand.logIn(again: again.account, way: option) }
        return NextCommand.logIn(at: service, app: request.app, user: request.username, way: option)
    }
}
