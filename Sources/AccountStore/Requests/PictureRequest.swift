import AccountModel
import OAuth
import Synchronization

/// Fetches a picture that a service names, for the person's own front end, which has no network of its own.
///
/// Nothing of the person goes along: no signature, no cookie. No redirect is followed, so that what was checked is what
/// is asked.
struct PictureRequest: Sendable {
    let parts: StoreParts

    private static let longest = 5 * 1024 * 1024

    func fetch(_ address: String) async throws(BrokerError) -> Response {
        let url = try RequestRules.url(address)
        try check(url)
        let request = TransportRequest(
            method: "GET", url: url.text, headers: [HeaderField("Accept", "image/*")],
            timeout: try parts.settings().timeout)
        let response = try await Sending(transport: parts.transport, words: "the request for a picture").send(request)
        try check(response, from: url)
        return Response(
            status: response.status, headers: response.headers, body: PictureRequest.limited(response.body, url))
    }

    /// Whoever writes a profile chooses the address. What listens on this machine is not theirs to have asked, unless it
    /// is a service itself.
    private func check(_ url: RequestURL) throws(BrokerError) {
        if LoopbackHost.isMeant(by: url.host) {
            guard try isOfService(url) else {
                throw BrokerError(.urlNotAllowed, "the picture \(url) is on this machine, where no service is")
            }
        } else if url.scheme != "https" {
            throw BrokerError(.urlNotAllowed, "the picture \(url) would come without TLS")
        }
    }

    /// Whether a described service has the same scheme, host and port.
    private func isOfService(_ url: RequestURL) throws(BrokerError) -> Bool {
        for service in try parts.services.services() {
            // A description that cannot be understood says nothing about where its service is.
            let bases = (try? parts.services.description(of: service))?.urls.baseURLs ?? []
            if bases.contains(where: { $0.scheme == url.scheme && $0.host == url.host && $0.port == url.port }) {
                return true
            }
        }
        return false
    }

    private func check(_ response: Response, from url: RequestURL) throws(BrokerError) {
        guard response.status == 200 else {
            throw BrokerError(.serviceRefused, "\(url.host) gave no picture (HTTP \(response.status))")
        }
        let type = response.headers[field: "Content-Type"] ?? ""
        guard type.lowercased().hasPrefix("image/") else {
            throw BrokerError(
                .serviceRefused,
                "\(url.host) gave no picture but \(OneLine.visible(type.isEmpty ? "what has no type" : type, length: 60))"
            )
        }
        if let count = response.body.count, count > PictureRequest.longest { throw PictureRequest.tooLong(url) }
    }

    private static func limited(_ body: Body, _ url: RequestURL) -> Body {
        let left = Mutex(longest)
        return Body(count: body.count) { () async throws(BrokerError) in
            guard let chunk = try await body.next() else { return nil }
            let isWithin = left.withLock { left in
                left -= chunk.count
                return left >= 0
            }
            guard isWithin else { throw tooLong(url) }
            return chunk
        }
    }

    private static func tooLong(_ url: RequestURL) -> BrokerError {
        BrokerError(.serviceRefused, "the picture of \(url.host) is longer than \(longest >> 20) MB")
    }
}
