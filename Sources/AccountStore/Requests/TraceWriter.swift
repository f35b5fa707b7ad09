import AccountModel
import OAuth
import SecretBytes

/// Writes down what is sent and answered for a person who wants to see it (`-v`), in lines without a secret.
///
/// Credentials are masked three times over: by their names where a request is put together, by the names of fields in
/// what is answered, and byte by byte wherever a secret in use stands, in any spelling.
struct TraceWriter: Sendable {
    private let write: (@Sendable (RequestTrace) -> Void)?
    private let secrets: [SharedSecret]

    /// Bytes of a body that are shown.
    private static let longestBody = 2048

    /// - Parameter write: nil where nobody wants to see it.
    init(_ write: (@Sendable (RequestTrace) -> Void)?, masking secrets: [SharedSecret]) {
        self.write = write
        self.secrets = secrets
    }

    // MARK: Sent

    func sent(_ form: RequestForm, authorization: String?) {
        sent(form.request, headers: form.headers, authorization: authorization)
    }

    /// The head of a request, and its form where it has one.
    ///
    /// - Parameter authorization: the value of the field as it may be shown.
    func sent(_ request: RequestToSign, headers: [HeaderField], authorization: String?) {
        emit(">") {
            ["\(request.method) \(request.url.masked())"] + headers.map(shown)
                + (authorization.map { ["Authorization: \($0)"] } ?? []) + formLines(request.body)
        }
    }

    func sent(_ content: TransportRequest.Content) {
        switch content {
        case .none, .secret: return
        case .bytes(let bytes): emit(">") { [""] + text(bytes) }
        case .stream(let body):
            emit(">") { ["", body.count.map { "(a body of \($0) bytes)" } ?? "(a body that is sent as it comes)"] }
        }
    }

    /// - Parameter baseString: as a person may see it; made only where somebody does.
    func noteSigned(_ baseString: () -> String) {
        emit("*") { ["signed: \(baseString())"] }
    }

    func note(offset: Double) {
        guard offset != 0 else { return }
        emit("*") { ["\(ClockDrift.words(offset)); signed with the time of the service"] }
    }

    func note(_ error: BrokerError) {
        emit("*") { [CredentialFields.masked(error.message)] }
    }

    // MARK: Answered

    /// - Parameter start: the first bytes of the body of a refusal; nothing else of a body is shown.
    func answered(_ status: Int, _ headers: [HeaderField], start: [UInt8] = []) {
        emit("<") { ["\(status)"] + headers.map(shown) + (start.isEmpty ? [] : [""] + text(start)) }
    }

    /// The answer to a step of a log-in, whose body may hold tokens: the names of its fields are shown, no value.
    func answered(_ status: Int, _ headers: [HeaderField], fields: [String]) {
        emit("<") {
            ["\(status)"] + headers.map(shown)
                + (fields.isEmpty ? [] : ["", fields.map { "\($0)=***" }.joined(separator: "&")])
        }
    }

    // MARK: Masking

    private func formLines(_ body: RequestToSign.Body) -> [String] {
        guard case .form(let fields) = body, !fields.isEmpty else { return [] }
        return ["", fields.map(\.description).joined(separator: "&")]
    }

    private static let secretNames = ["cookie", "authorization", "token", "secret", "password", "key", "signature"]

    private func shown(_ header: HeaderField) -> String {
        let name = header.name.lowercased()
        let isSecret = TraceWriter.secretNames.contains { name.hasSuffix($0) || name.hasSuffix("\($0)2") }
        return "\(header.name): \(isSecret ? "..." : header.value)"
    }

    private func text(_ bytes: [UInt8]) -> [String] {
        let start = SecretMask.masking(secrets, in: Array(bytes.prefix(TraceWriter.longestBody * 2)))
        let shown = String(decoding: start.prefix(TraceWriter.longestBody), as: UTF8.self)
        let lines = Redaction.withoutCredentials(shown).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map(String.init) + (bytes.count > TraceWriter.longestBody ? ["(and more)"] : [])
    }

    /// - Parameter mark: of lines that were sent (`>`), answered (`<`), or say something about it (`*`).
    private func emit(_ mark: String, _ lines: () -> [String]) {
        guard let write else { return }
        write(
            RequestTrace(
                lines: lines().map { line in
                    let masked = SecretMask.masking(secrets, in: Array(line.utf8))
                    let words = String(decoding: masked, as: UTF8.self)
                    // What we send was masked by the names in it before it was put together.
                    return OneLine.visible(
                        "\(mark) \(mark == "<" ? CredentialFields.masked(words) : words)", length: 4096)
                }))
    }
}

extension RequestSigning.ConsumerCredential {
    /// What nobody may see.
    var secrets: [SharedSecret] { [consumerSecret, token, tokenSecret].compactMap { $0 } }
}
