import Glibc

/// Addresses of hosts as text.
package enum InternetAddress {
    /// An IPv6 address in the one form that RFC 5952 has of it; `nil` for any other text, and with a zone.
    package static func canonicalIPv6(_ text: String) -> String? {
        var address = in6_addr()
        var form = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        // SAFETY: inet_pton fills the address it is given, inet_ntop at most as much of the buffer as it is told.
        return unsafe form.withUnsafeMutableBufferPointer { form in
            guard !text.utf8.contains(0), unsafe inet_pton(AF_INET6, text, &address) == 1,
                let start = form.baseAddress,
                unsafe inet_ntop(AF_INET6, &address, start, socklen_t(form.count)) != nil
            else { return nil }
            return unsafe String(cString: start)
        }
    }
}
