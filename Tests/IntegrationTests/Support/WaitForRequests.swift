import TestRig

extension Rig {
    /// Waits until the service has received so many requests in all.
    func waitForRequests(_ number: Int) async throws {
        for _ in 0..<500 {
            if try await server.log().count >= number { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw RigError("request \(number) did not reach the service")
    }
}
