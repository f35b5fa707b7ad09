import AccountModel
import CommandLineKit

/// `acctstore sign`
enum SignCommand: ToolCommand {
    enum Format: String, CaseIterable, ArgumentValue {
        case header, curl, json
    }

    static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]
    static let method = Argument<String>(
        "METHOD", help: "The method of the request, such as POST.",
        completion: .list(methods))
    static let url = Argument<String>("URL", help: "The whole address of the request.")
    static let data = Option<[RequestParameter]>(
        "d", "data", value: "NAME=VALUE",
        help: "A parameter, not encoded; for GET, HEAD and DELETE of the query, else of the form body.",
        mayStartWithDash: true)
    static let format = Option<Format>(
        "format", value: "FORMAT", default: "header",
        help: "What is printed: the header, a curl config, or all as JSON.")

    static let command = Command(
        "sign", abstract: "Sign a request for another tool to send.",
        discussion: "A signature is good for one request, sent within minutes, with exactly these parameters.",
        parameters: [AccountOption.account, data, format, method, url],
        examples: [
            .init(
                "acctstore sign GET https://api.x.com/2/users/me --format curl | curl -K -",
                "Sign it and send it with curl."),
            .init(
                "acctstore sign -a 2 POST https://api.x.com/1.1/statuses/update.json -d status='It works'",
                "The header for a post."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        guard !parsed[url].hasPrefix("/") else {
            throw parsed.usageError(
                "a path cannot be signed without its host",
                suggestion: "Give the whole address, or send it at once: acctstore request takes such a path.")
        }
        let request = UnsignedRequest(
            method: parsed[method], url: parsed[url], parameters: parsed[data].map(\.parameter))
        let selector = try AccountOption.selector(parsed[AccountOption.account], to: "sign", in: context)
        let signature = try await sign(request, as: selector, by: try await context.connect(), in: context)
        context.messages.detail("as \(signature.account.shownLabel)")
        try print(signature.request, as: parsed[format], to: context.output)
    }

    private static func sign(
        _ request: UnsignedRequest, as selector: AccountSelector?, by broker: any Broker, in context: CommandContext
    ) async throws(BrokerError) -> SelectedSignature {
        do throws(BrokerError) {
            return try await broker.sign(request, asSelected: selector, of: nil)
        } catch {
            // Whether the account or the request is at fault shows where the two are looked at one after the other.
            guard error.code == .invalidArgument && context.isInteractive else { throw error }
        }
        let account = try await context.withAccount(selector, of: broker) { selector throws(BrokerError) in
            try await broker.select(selector, of: nil, for: Permissions(method: request.method))
        }
        return SelectedSignature(account: account, request: try await broker.sign(request, as: account.id))
    }

    private static func print(_ signed: SignedRequest, as format: Format, to output: Output) throws {
        switch format {
        case .header:
            guard let authorization = signed.headers[field: "Authorization"] else {
                throw BrokerError(.failed, "the signed request has no header to print")
            }
            try output.write(lines: ["Authorization: \(authorization)"])
        case .curl: try output.write(lines: CurlConfig.lines(for: signed))
        case .json: try output.write(json(for: signed))
        }
    }

    private static func json(for signed: SignedRequest) -> JSONValue {
        .object([
            .init("method", .string(signed.method)),
            .init("url", .string(signed.url)),
            .init("headers", .object(signed.headers.map { .init($0.name, .string($0.value)) })),
            .init("body", .optional(signed.body.map { String(decoding: $0, as: UTF8.self) })),
        ])
    }
}
