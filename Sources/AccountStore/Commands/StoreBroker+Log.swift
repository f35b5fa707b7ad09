public import AccountModel

extension StoreBroker {
    public func accessLog(_ query: AccessLogQuery) async throws(BrokerError) -> AccessLogExcerpt {
        try await personsCommands.require("see which programs used which accounts")
        return try await AccessLogSearch(log: parts.log, query: query).run()
    }
}
