/// Waits until `condition` holds, looking again every few milliseconds.
///
/// For what happens in other processes, which cannot tell us. The limit only bounds a failure: no test passes because
/// time went by.
///
/// - Throws: ``RigError`` naming `what` when it did not come about, and whatever `condition` throws.
package func eventually(
    _ what: String, within limit: Duration = .seconds(90), _ condition: () throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < end else {
            throw RigError("waited \(limit) for: \(what)")
        }
        try await Task.sleep(for: .milliseconds(4))
    }
}
