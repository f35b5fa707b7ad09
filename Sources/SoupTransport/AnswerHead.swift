import AccountModel
import AccountStore
import CLibsoup
import GLibBridge

/// What is known once the header fields of an answer are there.
struct AnswerHead: Sendable {
    let status: Int
    let headers: [HeaderField]
    /// Bytes of the body as the answer told; `nil` where it did not, and where it has no body.
    let contentLength: Int?
    /// The body, a GInputStream.
    let stream: NetworkObject

    /// Reads it from a message that was answered. On the network thread.
    init(of message: NetworkObject, stream: NetworkObject, method: String) {
        self.stream = stream
        status = Int(unsafe soup_message_get_status(message.opaque).rawValue)
        let fields = unsafe soup_message_get_response_headers(message.opaque)
        headers = unsafe AnswerHead.list(fields)
        // RFC 9112, section 6.3: these have no body, whatever length they tell.
        let hasBody = method != "HEAD" && status != 204 && status != 304
        let encoding = unsafe soup_message_headers_get_encoding(fields)
        let length =
            hasBody && encoding == SOUP_ENCODING_CONTENT_LENGTH
            ? Int(unsafe soup_message_headers_get_content_length(fields)) : nil
        // What does not fit its type, libsoup gives as a negative number.
        contentLength = length.flatMap { $0 < 0 ? nil : $0 }
    }

    private static func list(_ fields: OpaquePointer?) -> [HeaderField] {
        var iterator = SoupMessageHeadersIter()
        unsafe soup_message_headers_iter_init(&iterator, fields)
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        var list: [HeaderField] = []
        while unsafe soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
            guard let name = unsafe name, let value = unsafe value else { continue }
            list.append(HeaderField(unsafe String(cString: name), unsafe String(cString: value)))
        }
        return list
    }
}
