/// The text that is signed (RFC 5849 section 3.4.1): method, base string URI and parameters.
package struct SignatureBaseString: ~Copyable {
    private var bytes: ScratchBytes

    /// - Parameters:
    ///   - method: the HTTP method; it is signed in upper case.
    ///   - uri: the base string URI of section 3.4.1.2.
    package init(method: String, uri: Span<UInt8>, parameters: borrowing NormalizedParameters) {
        bytes = ScratchBytes(capacity: method.utf8.count + 3 * uri.count + parameters.encodedLength + 2)
        bytes.append(percentEncoding: method.uppercased().utf8.span)
        bytes.append(UInt8(ascii: "&"))
        bytes.append(percentEncoding: uri)
        bytes.append(UInt8(ascii: "&"))
        parameters.append(to: &bytes)
    }

    package func withSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withSpan(body)
    }

    /// The base string as text, with whatever credentials the parameters hold.
    package func text() -> String {
        bytes.withSpan { String(decoding: Array(copying: $0), as: UTF8.self) }
    }
}
