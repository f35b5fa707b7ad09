/// Tries with more and more time until a request came as far as a test is about: on a machine with much to do, a second
/// may pass before there is a connection at all.
///
/// - Parameters:
///   - isFarEnough: whether an outcome is one to judge; the last one is judged whatever it is.
///   - attempt: is given the seconds that the request may take.
func withGrowingTime<Outcome>(
    isFarEnough: (Outcome) -> Bool, _ attempt: (Int) async throws -> Outcome
) async rethrows -> Outcome {
    for seconds in [2, 8] {
        let outcome = try await attempt(seconds)
        if isFarEnough(outcome) { return outcome }
    }
    return try await attempt(30)
}
