import AccountModel
import OAuth

/// A request with its parameters where they belong: in the query, or in a form body.
struct RequestForm {
    var request: RequestToSign
    /// The program's fields, and the type of a form.
    var headers: [HeaderField]
    /// The form body; `nil` where there is none, or the program sends one of its own.
    var body: [UInt8]?

    static let contentType = "application/x-www-form-urlencoded"

    /// - Parameter formBody: fields of a body that the program sends and that is a form itself: they are signed.
    /// - Parameter hasBody: whether the program sends a body of its own.
    init(_ unsigned: UnsignedRequest, url: RequestURL, hasBody: Bool, formBody: [RequestParameter]? = nil)
        throws(BrokerError)
    {
        let parameters = unsigned.parameters.map { RequestParameter($0.name, $0.value) }
        headers = unsigned.headers
        if hasBody || ["GET", "HEAD", "DELETE"].contains(unsigned.method) {
            let body: RequestToSign.Body = formBody.map { .form($0) } ?? (hasBody ? .other(nil) : .none)
            request = RequestToSign(method: unsigned.method, url: url.adding(parameters), body: body)
            return
        }
        request = RequestToSign(method: unsigned.method, url: url)
        guard !parameters.isEmpty else { return }
        if let type = headers[field: "Content-Type"], !RequestForm.isForm(type) {
            throw BrokerError(
                .invalidArgument,
                "parameters make a form, which cannot be sent as \(OneLine.visible(type, length: 60))",
                nextStep: "leave out the Content-Type, or send a body of that type")
        }
        request.body = .form(parameters)
        body = FormEncoding.encode(parameters)
        headers.removeAll { $0.name.lowercased() == "content-type" }
        headers.append(HeaderField("Content-Type", RequestForm.contentType))
    }

    /// Whether a `Content-Type` says that a body is a form, whose fields a signature covers (RFC 5849, 3.4.1.3.1): to
    /// any server, also one that passes over blanks in front, or takes one type of a list.
    static func isForm(_ type: String) -> Bool {
        type.lowercased().utf8.contains("x-www-form-urlencoded".utf8)
    }
}
