import AccountModel

/// What is found out before anything is asked for, of the person or the service.
extension LogInPlan {
    /// Throws `inputRefused` or `invalidArgument` for what cannot be meant, and `notConfigured` where the service has no such
    /// log-in.
    func check() throws(BrokerError) {
        try AppBook.checkName(request.app)
        if let name = request.username, PersonName.name(name) == nil {
            throw BrokerError(.invalidArgument, "\(OneLine.visible(name)) is no name of a person at \(service)")
        }
        guard SignatureMethodName.isKnown(description.signatureMethod) else {
            throw BrokerError(
                .notConfigured,
                "\(service) is described with the signature method \(OneLine.visible(description.signatureMethod)), "
                    + "which does not exist")
        }
        switch request.method {
        case .token: return
        case .xauth: try checkXAuth()
        case .device where description.oauth2?.device == nil:
            throw described(without: "a log-in with a code for another device")
        case .browser, .pin, .device:
            guard description.hasVisit else { throw described(without: "the addresses of a log-in by browser or PIN") }
        }
    }

    private func checkXAuth() throws(BrokerError) {
        guard description.hasXAuth else {
            throw BrokerError(.notConfigured, "\(service) has no xAuth", nextStep: otherCommand)
        }
        guard request.username != nil else {
            throw BrokerError(
                .invalidArgument, "xAuth needs the name of who logs in",
                nextStep: again == nil ? commandByXAuth : otherCommand)
        }
    }

    private func described(without what: String) -> BrokerError {
        BrokerError(.notConfigured, "\(service) is described without \(what)", nextStep: otherCommand)
    }
}
