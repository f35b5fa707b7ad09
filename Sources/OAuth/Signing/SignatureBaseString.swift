/// The text that is signed (RFC 5849 section 3.4.1): method, base string URI and parameters.
struct SignatureBaseString: ~Copyable {
    private var bytes: ScratchBytes

    /// - Parameters:
    ///   - method: the HTTP method; it is signed in upper case.
    ///   - uri: the base string URI of section 3.4.1.2.
    init(method: String, uri: Span<UInt8>, parameters: borrowing NormalizedParameters) {
        bytes = ScratchBytes(capacity: method.utf8.count + 3 * uri.count + parameters.encodedLength + 2)
        bytes.append(percentEncoding: method.uppercased().utf8.span)
        bytes.append(UInt8(ascii: "&"))
        bytes.append(percentEncoding: uri)
        bytes.append(UInt8(ascii: "&"))
        parameters.append(to: &bytes)
    }

    func withSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withSpan(body)
    }

    /// The base string as text, with whatever credentials the parameters hold.
    func text() -> String {
        bytes.withSpan { String(copying: $0) }
    }
}
