import AccountModel
import SecretBytes

/// Why a service refused, in its own words, whatever shape they came in: JSON, XML, a page or plain text.
struct ServiceReason {
    /// The service's own error code, where it gave one.
    var code: Int?
    /// One line, without control characters and without any of the secrets in use and without the
    /// values of fields that have the name of a credential; `nil` where nothing was said.
    var text: String?

    /// - Parameter secrets: what must not be repeated, should the service echo it.
    init(_ body: Span<UInt8>, masking secrets: [SharedSecret]) {
        let (code, text) = ServiceReason.find(in: body)
        self.code = code
        let masked = text.map { SecretMask.masking(secrets, in: Array($0.utf8)) }
        self.text = masked.flatMap {
            ServiceReason.oneLine(CredentialFields.masked(String(decoding: $0, as: UTF8.self)))
        }
    }

    private static func find(in body: Span<UInt8>) -> (code: Int?, text: String?) {
        if let found = json(body) { return found }
        let text = String(decoding: JSONText.raw(body, 0..<body.count), as: UTF8.self)
        let page = MarkupText(text)
        if let error = page.element("error") {
            return (error.attribute("code").flatMap { Int($0) }, error.text)
        }
        if let title = page.element("title") { return (nil, title.text) }
        return (nil, page.isMarkup ? page.withoutTags : text)
    }

    /// One line of at most 200 characters; runs of blanks are one blank.
    private static func oneLine(_ text: String) -> String? {
        let words = text.split { $0.isWhitespace }
        guard !words.isEmpty else { return nil }
        return OneLine.visible(words.joined(separator: " "))
    }
}

/// The shapes in JSON: `{"errors":[{"code":32,"message":"…"}]}`, `{"errors":"…"}`, `{"error":"…"}`,
/// `{"title":"…","detail":"…"}`.
extension ServiceReason {
    private static func json(_ body: Span<UInt8>) -> (code: Int?, text: String?)? {
        guard let members = try? JSONText.members(of: body) else { return nil }
        func range(_ name: String) -> Range<Int>? { members.first { $0.name == name }?.value }
        func text(_ name: String) -> String? { range(name).flatMap { JSONText.text(body, $0) } }
        if let errors = range("errors") {
            if let text = JSONText.text(body, errors) { return (nil, text) }
            if let first = (try? JSONText.elements(of: body, in: errors))?.first { return error(body, first) }
        }
        let code = (range("code") ?? range("error_code")).flatMap { JSONText.digits(body, $0) }.flatMap { Int($0) }
        return (code, text("error_description") ?? text("error") ?? text("detail") ?? text("message") ?? text("title"))
    }

    private static func error(_ body: Span<UInt8>, _ range: Range<Int>) -> (code: Int?, text: String?) {
        if let text = JSONText.text(body, range) { return (nil, text) }
        guard let members = try? JSONText.members(of: body, in: range) else { return (nil, nil) }
        func value(_ name: String) -> Range<Int>? { members.first { $0.name == name }?.value }
        let code = value("code").flatMap { JSONText.digits(body, $0) }.flatMap { Int($0) }
        return (code, (value("message") ?? value("detail") ?? value("title")).flatMap { JSONText.text(body, $0) })
    }
}
