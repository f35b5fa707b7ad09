import AccountModel
import AccountStore
import CGio
import CLibsoup
import GLibBridge
import SecretBytes

/// A SoupMessage made from a request. Used on the network thread alone.
struct OutgoingMessage: Sendable {
    let reference: GObjectReference
    private let isTLS: Bool
    private let body: BodyFeed?

    /// - Parameter exchange: told when libsoup begins to write.
    init(_ request: TransportRequest, to target: RequestTarget, noting exchange: Exchange) throws(TransportError) {
        try OutgoingMessage.check(request)
        let made = unsafe soup_message_new(request.method, target.url)
        guard let message = unsafe made, let reference = unsafe GObjectReference(taking: message) else {
            throw TransportError(.invalidRequest, "'\(target.url)' is not a URL that can be sent")
        }
        self.reference = reference
        isTLS = target.isTLS
        // A kept connection that died would make libsoup send again; a request that writes gets a new one.
        let flags = SOUP_MESSAGE_NO_REDIRECT.rawValue | (request.isWrite ? SOUP_MESSAGE_NEW_CONNECTION.rawValue : 0)
        unsafe soup_message_set_flags(message, SoupMessageFlags(rawValue: flags))
        let fields = unsafe soup_message_get_request_headers(message)
        for header in request.headers {
            unsafe soup_message_headers_append(fields, header.name, header.value)
        }
        body = unsafe OutgoingMessage.setBody(request, of: message)
        unsafe OutgoingMessage.connectStarting(message, to: exchange)
    }

    /// Ends the feeding of a streamed body, whether it was read to its end or not.
    func finishBody() {
        body?.stop()
    }

    /// Status, header fields and where the answer came from.
    func head() -> (status: Int, headers: [HeaderField], contentLength: Int?, isFromProxy: Bool) {
        let message = unsafe reference.opaque
        let status = Int(unsafe soup_message_get_status(message).rawValue)
        let fields = unsafe soup_message_get_response_headers(message)
        var iterator = SoupMessageHeadersIter()
        unsafe soup_message_headers_iter_init(&iterator, fields)
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        var headers: [HeaderField] = []
        while unsafe soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
            guard let name = unsafe name, let value = unsafe value else { continue }
            headers.append(HeaderField(unsafe String(cString: name), unsafe String(cString: value)))
        }
        let encoding = unsafe soup_message_headers_get_encoding(fields)
        let length =
            encoding == SOUP_ENCODING_CONTENT_LENGTH
            ? Int(unsafe soup_message_headers_get_content_length(fields)) : nil
        // A proxy's refusal of CONNECT looks like an answer; only a TLS peer can have given one.
        let hasTLSPeer = unsafe soup_message_get_tls_peer_certificate(message) != nil
        let isFromProxy = isTLS && !hasTLSPeer
        return (status, headers, length, isFromProxy)
    }

    /// What was wrong with the service's certificate, in words; `nil` where nothing was.
    func certificateTrouble() -> String? {
        let flags = unsafe soup_message_get_tls_peer_certificate_errors(reference.opaque).rawValue
        let words: [(UInt32, String)] = [
            (G_TLS_CERTIFICATE_EXPIRED.rawValue, "its certificate has expired"),
            (G_TLS_CERTIFICATE_NOT_ACTIVATED.rawValue, "its certificate is not valid yet"),
            (G_TLS_CERTIFICATE_BAD_IDENTITY.rawValue, "its certificate is for another host"),
            (G_TLS_CERTIFICATE_REVOKED.rawValue, "its certificate was revoked"),
            (G_TLS_CERTIFICATE_INSECURE.rawValue, "its certificate is insecure"),
            (G_TLS_CERTIFICATE_UNKNOWN_CA.rawValue, "its certificate is not from an authority that is trusted here"),
        ]
        return words.first { flags & $0.0 != 0 }?.1 ?? (flags == 0 ? nil : "its certificate is not valid")
    }

    /// libsoup drops, with a warning alone, what is no token or has a line break.
    private static func check(_ request: TransportRequest) throws(TransportError) {
        let isToken = { (text: String) in
            !text.isEmpty
                && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
        }
        guard isToken(request.method) else {
            throw TransportError(.invalidRequest, "'\(request.method)' is not an HTTP method")
        }
        for header in request.headers {
            guard isToken(header.name), header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw TransportError(.invalidRequest, "the header field '\(header.name)' cannot be sent")
            }
        }
    }

    private static func setBody(_ request: TransportRequest, of message: OpaquePointer) -> BodyFeed? {
        let type = request.headers[field: "Content-Type"] ?? "application/octet-stream"
        switch request.content {
        case .none:
            return nil
        case .bytes(let content):
            let bytes = unsafe content.withUnsafeBytes { unsafe g_bytes_new($0.baseAddress, gsize($0.count)) }
            unsafe soup_message_set_request_body_from_bytes(message, type, bytes)
            unsafe g_bytes_unref(bytes)
            return nil
        case .secret(let secret):
            let bytes = unsafe secret.gBytes()
            unsafe soup_message_set_request_body_from_bytes(message, type, bytes)
            unsafe g_bytes_unref(bytes)
            return nil
        case .stream(let body):
            guard let feed = BodyFeed(body) else { return nil }
            let input = unsafe g_unix_input_stream_new(feed.readEnd, 1)
            unsafe soup_message_set_request_body(message, type, input, gssize(body.count ?? -1))
            unsafe g_object_unref(input)
            return feed
        }
    }

    private static func connectStarting(_ message: OpaquePointer, to exchange: Exchange) {
        let handler: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
            unsafe UserData<Exchange>.peek(data)?.noteStart()
        }
        // The signal's C type has the two pointers of `handler`; GCallback is GLib's type for any of them.
        let callback = unsafe unsafeBitCast(handler, to: GCallback.self)
        _ = unsafe g_signal_connect_data(
            UnsafeMutableRawPointer(message), "starting", callback, UserData.retained(exchange),
            { data, _ in unsafe UserData<Exchange>.release(data) }, GConnectFlags(rawValue: 0))
    }
}

extension SharedSecret {
    /// The very pages of the secret as GBytes, kept alive until GLib lets go. The caller unrefs.
    fileprivate func gBytes() -> OpaquePointer {
        unsafe withSpan { span in
            unsafe span.withUnsafeBytes { buffer in
                unsafe g_bytes_new_with_free_func(
                    buffer.baseAddress, gsize(buffer.count), { unsafe UserData<SharedSecret>.release($0) },
                    UserData.retained(self))
            }
        }
    }
}
