import AccountModel

/// A signed request as a config file of curl, for `curl -K -`.
enum CurlConfig {
    static func lines(for request: SignedRequest) -> [String] {
        // Brackets and braces in the address stand for themselves.
        var lines = ["globoff", "url = \(quoted(request.url))"]
        // With `request`, curl would wait for the body that no answer to HEAD has.
        lines.append(request.method == "HEAD" ? "head" : "request = \(quoted(request.method))")
        lines += request.headers.map { "header = \(quoted("\($0.name): \($0.value)"))" }
        if let body = request.body {
            lines.append("data-raw = \(quoted(String(decoding: body, as: UTF8.self)))")
        }
        return lines
    }

    /// In double quotes, with the escapes that curl reads (curl(1), `--config`).
    private static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{0B}": quoted += "\\v"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return "\"\(quoted)\""
    }
}
