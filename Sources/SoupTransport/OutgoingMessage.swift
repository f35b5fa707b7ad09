import AccountModel
import AccountStore
import CGio
import CLibsoup
import GLibBridge
import SecretBytes

/// A SoupMessage made from a request. Used on the network thread alone.
struct OutgoingMessage: Sendable {
    let reference: NetworkObject
    private let isTLS: Bool
    private let feed: BodyFeed?

    init(_ request: TransportRequest, of exchange: Exchange) throws(TransportError) {
        try request.checkFields()
        let target = exchange.target
        let made = unsafe soup_message_new(request.method, target.url)
        guard let message = unsafe made, let reference = unsafe NetworkObject(taking: message, on: exchange.thread)
        else {
            throw TransportError(.invalidRequest, "'\(target.url)' is not a URL that can be sent")
        }
        self.reference = reference
        isTLS = target.isTLS
        // On a kept connection that died libsoup sends a request again by itself: each gets a connection of its own.
        let flags = SOUP_MESSAGE_NO_REDIRECT.rawValue | SOUP_MESSAGE_NEW_CONNECTION.rawValue
        unsafe soup_message_set_flags(message, SoupMessageFlags(rawValue: flags))
        let fields = unsafe soup_message_get_request_headers(message)
        for header in request.headers {
            unsafe soup_message_headers_append(fields, header.name, header.value)
        }
        if let authorization = request.authorization {
            unsafe authorization.withCString { unsafe soup_message_headers_append(fields, "Authorization", $0) }
        }
        unsafe soup_message_headers_append(fields, "Connection", "close")
        feed = try unsafe OutgoingMessage.setBody(request.content, of: message, exchange)
        MessageSignals.connect(reference, to: exchange.progress)
    }

    /// Ends the feeding of a streamed body.
    func finishBody() {
        feed?.stop()
    }

    /// Whether the answer is a proxy's refusal of CONNECT, which looks like the service's: only a TLS peer can have
    /// given one.
    var isFromProxy: Bool {
        unsafe isTLS && soup_message_get_tls_peer_certificate(reference.opaque) == nil
    }

    /// What was wrong with the service's certificate, in words; `nil` where nothing was.
    func certificateTrouble() -> String? {
        let flags = unsafe soup_message_get_tls_peer_certificate_errors(reference.opaque).rawValue
        let authority = isSelfSigned ? "is signed by itself" : "is not from an authority that is trusted here"
        let words: [(UInt32, String)] = [
            (G_TLS_CERTIFICATE_EXPIRED.rawValue, "has expired"),
            (G_TLS_CERTIFICATE_NOT_ACTIVATED.rawValue, "is not valid yet"),
            (G_TLS_CERTIFICATE_BAD_IDENTITY.rawValue, "is for another host"),
            (G_TLS_CERTIFICATE_REVOKED.rawValue, "was revoked"),
            (G_TLS_CERTIFICATE_INSECURE.rawValue, "is insecure"),
            (G_TLS_CERTIFICATE_UNKNOWN_CA.rawValue, authority),
        ]
        guard flags != 0 else { return nil }
        return "its certificate " + (words.first { flags & $0.0 != 0 }?.1 ?? "is not valid")
    }

    private var isSelfSigned: Bool {
        guard let certificate = unsafe soup_message_get_tls_peer_certificate(reference.opaque),
            let subject = unsafe g_tls_certificate_get_subject_name(certificate),
            let issuer = unsafe g_tls_certificate_get_issuer_name(certificate)
        else { return false }
        defer {
            unsafe g_free(subject)
            unsafe g_free(issuer)
        }
        return unsafe g_strcmp0(subject, issuer) == 0
    }

    /// The header fields say what the body is, so libsoup is told no type.
    private static func setBody(
        _ content: TransportRequest.Content, of message: OpaquePointer, _ exchange: Exchange
    ) throws(TransportError) -> BodyFeed? {
        switch content {
        case .none:
            return nil
        case .bytes(let bytes):
            unsafe set(GLibBytes(copying: bytes[...]), asBodyOf: message)
            return nil
        case .secret(let secret):
            unsafe set(secret.lent(), asBodyOf: message)
            return nil
        case .stream(let body):
            let feed = try BodyFeed(
                body, on: exchange.thread, of: exchange.progress)
            unsafe soup_message_set_request_body(
                message, nil, feed.input.pointer(as: GInputStream.self), gssize(body.count ?? -1))
            return feed
        }
    }

    private static func set(_ bytes: GLibBytes, asBodyOf message: OpaquePointer) {
        withExtendedLifetime(bytes) {
            unsafe soup_message_set_request_body_from_bytes(message, nil, bytes.pointer)
        }
    }
}

extension SharedSecret {
    /// Lends the bytes with a zero behind them.
    fileprivate func withCString(_ body: (UnsafePointer<CChar>) -> Void) {
        var text = duplicate()
        text.append(0)
        text.withSpan { bytes in
            unsafe bytes.withUnsafeBufferPointer { buffer in
                // SAFETY: the bytes end with the zero that was appended, and live until `body` ends.
                unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                    if let start = text.baseAddress { unsafe body(start) }
                }
            }
        }
    }

    /// The very pages of the secret as GBytes, kept alive until GLib lets go.
    fileprivate func lent() -> GLibBytes {
        withSpan { span in
            unsafe span.withUnsafeBytes { buffer in
                unsafe GLibBytes(
                    taking: g_bytes_new_with_free_func(
                        buffer.baseAddress, gsize(buffer.count), { unsafe UserData<SharedSecret>.release($0) },
                        UserData.retained(self)))
            }
        }
    }
}
