/// The answer of an operation, if it comes in time; else `nil`. One that is late is left alone: it ends with the process,
/// since what waits for another process cannot be called off.
func within<Value: Sendable>(
    _ limit: Duration, _ operation: @escaping @Sendable () async -> Value?
) async -> Value? {
    let (answers, first) = AsyncStream<Value?>.makeStream()
    Task { first.yield(await operation()) }
    Task {
        try? await Task.sleep(for: limit)
        first.yield(nil)
    }
    for await answer in answers { return answer }
    return nil
}
