/// Hosts that are this machine itself.
package enum LoopbackHost {
    /// `localhost` and the literal addresses of the loopback interface; an IPv6 address has its brackets.
    package static func isMeant(by host: some StringProtocol) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && numbers.allSatisfy { $0 != nil }
    }
}
