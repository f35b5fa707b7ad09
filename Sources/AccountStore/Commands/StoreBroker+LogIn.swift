public import AccountModel

extension StoreBroker {
    public func beginLogIn(_ request: LogInRequest) async throws(BrokerError) -> LogInStep {
        try await LogInDesk(parts: parts, caller: caller).begin(request)
    }

    public func continueLogIn(
        _ handle: LogInHandle, with answer: LogInAnswer
    ) async throws(BrokerError) -> LogInStep {
        try await LogInDesk(parts: parts, caller: caller).advance(handle, with: answer)
    }

    public func cancelLogIn(_ handle: LogInHandle) async {
        LogInDesk(parts: parts, caller: caller).cancel(handle)
    }
}
