import AccountModel

/// Which ways to log in there are: by what the service has, and what the app is for.
extension LogInPlan {
    /// Throws `notConfigured` where the way that was asked for does not exist with this app.
    func checkWay() throws(BrokerError) {
        switch (request.method, logInProtocol) {
        case (.token, _): return
        case (.xauth, .oauth1), (.device, .oauth2): return
        case (.xauth, .oauth2), (.device, .oauth1):
            let way = if case .xauth = request.method { "xAuth" } else { "a code for another device" }
            throw BrokerError(
                .notConfigured,
                "\(shownApp) is for \(logInProtocol.title), which has no log-in by \(way)",
                nextStep: "say with --app NAME which other app is meant, or log in another way\n\(otherCommand)")
        case (.browser, .oauth1), (.pin, .oauth1):
            guard description.hasThreeSteps else { throw lacking("a log-in by \(logInProtocol.title)") }
        case (.browser, .oauth2), (.pin, .oauth2):
            guard description.oauth2?.authorize != nil else {
                throw lacking("a log-in by \(logInProtocol.title) in a browser")
            }
        }
    }

    private var shownApp: String { "the app \(OneLine.visible(appName, length: 64)) of \(service)" }

    private func lacking(_ what: String) -> BrokerError {
        let way: String
        if description.oauth2?.device != nil, logInProtocol == .oauth2 {
            way = commandByDevice
        } else if description.oauth2?.authorize != nil, logInProtocol == .oauth2 {
            way = commandByPIN
        } else {
            way = NextCommand.setApp(
                request.app, of: service, speaking: logInProtocol == .oauth1 ? .oauth2 : .oauth1)
        }
        return BrokerError(
            .notConfigured, "\(service) is described without \(what), and \(shownApp) is for \(logInProtocol.title)",
            nextStep: way)
    }
}

extension ServiceDescription {
    /// Whether the three steps of RFC 5849 can be gone.
    var hasThreeSteps: Bool { urls.requestToken != nil && urls.authorize != nil && urls.accessToken != nil }

    /// Whether a person can log in at a page of the service, by either protocol, and bring back what it shows.
    var hasPageVisit: Bool { hasThreeSteps || oauth2?.authorize != nil }

    /// Whether there is a page at all: with a code for another device nothing comes back.
    var hasVisit: Bool { hasPageVisit || oauth2?.device != nil }

    /// Whether name and password can be exchanged for a token.
    var hasXAuth: Bool { offersXAuth && urls.accessToken != nil }
}
