internal import AccountModel
internal import AccountStore

/// Has uses of accounts written down and shown, as the configuration says at that moment.
struct ConfiguredAccessLog: AccessRecording {
    let configuration: ConfigurationSource
    let log: AccessLog
    /// `nil` where there is no bus to show them over.
    let notices: UseNotices?

    func record(_ record: AccessRecord) async {
        let current = current
        if current.log { log.record(record) }
        if current.notify, record.outcome.isUse { notices?.show(record) }
    }

    func readBackwards(_ take: @escaping @Sendable (AccessRecord) -> Bool) async throws(BrokerError) -> Int {
        try await log.readBackwards(take)
    }

    func lastUses() async throws(BrokerError) -> [AccessUse] {
        try await log.lastUses()
    }

    func status() async -> AccessLogStatus {
        var status = await log.status()
        status.isOn = current.log
        return status
    }

    /// A configuration that cannot be understood is told to each request; what is refused then is written down.
    private var current: AgentConfiguration {
        (try? configuration.current()) ?? AgentConfiguration()
    }
}
