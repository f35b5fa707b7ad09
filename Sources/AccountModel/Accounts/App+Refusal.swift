extension App {
    /// For a protocol that its service has no log-in by.
    ///
    /// - Parameter other: what the service has.
    package func hasNoLogIn(butFor other: LogInProtocol) -> BrokerError {
        BrokerError(
            .invalidArgument, "\(service) has no log-in by \(logInProtocol.title), which this app is for",
            nextStep: NextCommand.setApp(name, of: service, speaking: other))
    }
}
