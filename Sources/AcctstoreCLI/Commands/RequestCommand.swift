import AccountModel
import CommandLineKit

/// `acctstore request`
enum RequestCommand: ToolCommand {
    static let method = Argument<String>(
        "METHOD", help: "The method of the request, such as GET.", completion: .list(SignCommand.methods))
    static let address = Argument<String>(
        "URL|PATH", help: "The whole address, or a path below the service's API, such as /2/users/me.")
    static let header = Option<[RequestHeader]>(
        "H", "header", value: "FIELD", help: "A header field to send along, as 'Name: value'.")
    static let body = Option<FileName?>(
        "body", value: "FILE", help: "Send this file as it is; - is standard input.", completion: .file)
    static let include = Flag("i", "include", help: "Print the status and the header fields first.")

    static let command = Command(
        "request", abstract: "Send a request as an account, and print the answer.",
        discussion: """
            The answer's body goes to standard output while it arrives, byte for byte, whatever the status. On a terminal \
            JSON is laid out, and control characters are made visible.
            The exit status is 0 for an answer that is a success; else it tells what the answer means. A request that \
            writes is never sent twice.
            """,
        parameters: [
            AccountOption.actor, AccountOption.app, AccountOption.service, SignCommand.data, header, body, include,
            method, address,
        ],
        examples: [
            .init("acctstore request GET /2/users/me", "Who the account is."),
            .init(
                #"echo '{"text":"It works"}' | acctstore request -a 2 POST /2/tweets --body -"#,
                "Send JSON as account 2."),
            .init(
                "acctstore request -a app -i GET /2/tweets/search/recent -d query=linux",
                "Search as the app alone, and see the limits in the header."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let body = try await RequestBody.open(parsed[body]?.path, in: context)
        let broker = try await context.connect()
        let isWrite = Permissions(method: parsed[method]) != .read
        let target = try await RequestPlace(parsed[address], parsed, by: broker, in: context)
        var headers = parsed[header].map(\.field)
        if let type = body?.contentType, headers[field: "Content-Type"] == nil {
            headers.append(HeaderField("Content-Type", type))
        }
        let request = UnsignedRequest(
            method: parsed[method], url: target.url, parameters: parsed[SignCommand.data].map(\.parameter),
            headers: headers)
        if isWrite {
            context.messages.note("as \(target.acting.label)")
        } else {
            context.messages.detail("as \(target.acting.label)")
        }
        let response = try await context.watched(broker).perform(
            request, body: body?.body, as: target.sender)
        let beginning = try await ResponsePrinter(output: context.output, includesHead: parsed[include]).print(response)
        try await RequestOutcome(method: parsed[method], target: target, broker: broker, clock: context.clock)
            .check(response, beginning: beginning)
    }
}
