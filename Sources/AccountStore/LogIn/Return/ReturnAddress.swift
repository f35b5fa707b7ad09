import OAuth

/// Where a service was told to send the browser: an address that is pasted has to be that one, whatever stands behind it.
struct ReturnAddress: Sendable {
    /// A part in which an address is another one.
    struct Difference: Hashable, Sendable {
        /// `its host is not 127.0.0.1`
        let words: String
    }

    private let expected: RequestURL

    /// `nil` for what is no address of the web, such as that of a page that shows the code itself.
    init?(_ text: String) {
        guard let url = try? RequestURL(text) else { return nil }
        expected = url
    }

    /// What is wrong with an address, without its query; `nil` where it is this one, and where there is none.
    ///
    /// - Parameter text: as browsers show it, some of which leave the scheme out.
    func difference(from text: String) -> Difference? {
        if text.isEmpty { return nil }
        guard let url = try? RequestURL(text.contains("://") ? text : "\(expected.scheme)://\(text)") else {
            return Difference(words: "it is no address")
        }
        if url.scheme != expected.scheme { return Difference(words: "it is not by \(expected.scheme)") }
        if url.host != expected.host { return Difference(words: "its host is not \(expected.host)") }
        if url.port != expected.port { return Difference(words: "its port is not \(expected.port)") }
        if url.path != expected.path { return Difference(words: "its path is not \(expected.path)") }
        return nil
    }
}
