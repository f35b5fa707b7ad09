import AccountModel
import AccountStore
import SecretBytes

extension TransportRequest {
    /// Names whose fields say where a request ends and what becomes of its connection: libsoup writes them.
    private static let framing: Set = [
        "connection", "content-length", "expect", "host", "transfer-encoding", "upgrade",
    ]

    /// Throws for a method or header field that cannot go out as it is.
    ///
    /// libsoup drops, with a warning alone, what is no token or has a line break.
    func checkFields() throws(TransportError) {
        guard TransportRequest.isToken(method), method != "CONNECT" else {
            throw TransportError(.invalidRequest, "'\(OneLine.visible(method))' is not a method that can be sent")
        }
        for header in headers {
            guard TransportRequest.isToken(header.name), TransportRequest.isValue(header.value),
                !TransportRequest.framing.contains(header.name.lowercased())
            else {
                throw TransportError(
                    .invalidRequest, "the header field '\(OneLine.visible(header.name))' cannot be sent")
            }
        }
        // What a service gave for a token may be anything.
        if let authorization, !TransportRequest.isValue(authorization) {
            throw TransportError(.invalidRequest, "the token has a character that no header field may have")
        }
    }

    /// RFC 9110, section 5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
    }

    private static func isValue(_ secret: SharedSecret) -> Bool {
        secret.withSpan { bytes in bytes.indices.allSatisfy { (0x20...0x7E).contains(bytes[$0]) } }
    }

    /// RFC 9110, section 5.5.
    private static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
