import AccountModel
import OAuth

/// What a program may not have signed or sent, whatever it was granted.
enum RequestRules {
    /// Throws for what can be told without knowing the account.
    static func check(_ request: UnsignedRequest) throws(BrokerError) {
        try checkMethod(request.method)
        for parameter in request.parameters { try ParameterRules.check(parameter.name.utf8) }
        for header in request.headers { try checkHeader(header) }
        guard request.headers.count(where: { $0.name.lowercased() == "content-type" }) < 2 else {
            throw BrokerError(.invalidArgument, "a request has one Content-Type")
        }
    }

    /// The URL as it is signed and sent. Throws `urlNotAllowed` for one that could be read in two ways.
    static func url(_ text: String) throws(BrokerError) -> RequestURL {
        let url: RequestURL
        do throws(RequestURLError) {
            url = try RequestURL(text)
        } catch {
            throw BrokerError(.urlNotAllowed, "the URL \(OneLine.visible(text)) \(error)")
        }
        try ParameterRules.check(encoded: (url.query ?? "").utf8)
        return url
    }

    /// Throws `urlNotAllowed` unless the URL lies below a base and is none of the log-in.
    ///
    /// - Parameters:
    ///   - description: whose log-in is looked at too: an account that logged in by one protocol could ask for, or end,
    ///     a token of the other.
    ///   - elsewhere: what to say of a URL below no base, before the bases: `does not belong to …`.
    static func check(
        _ url: RequestURL, within urls: ServiceURLs, of service: Service, _ description: ServiceDescription?,
        elsewhere: String
    ) throws(BrokerError) {
        guard urls.baseURLs.contains(where: url.isBelow) else {
            throw BrokerError(
                .urlNotAllowed, "\(url) \(elsewhere) " + urls.bases.joined(separator: " and "))
        }
        let logIn = urls.logInAddresses + (description?.logInAddresses ?? [])
        guard !logIn.contains(where: { (try? RequestURL($0)).map(url.isReadAs) ?? false }) else {
            throw BrokerError(
                .urlNotAllowed,
                "\(url) is part of the log-in at \(service): it could give out a token or end it")
        }
    }

    /// As ``check(_:within:of:_:elsewhere:)``, for a request that is no account's.
    static func check(_ url: RequestURL, belongsTo description: ServiceDescription) throws(BrokerError) {
        try check(
            url, within: description.urls, of: description.service, description,
            elsewhere: "does not belong to \(description.service):")
    }

    /// Upper-case letters: services take methods in no other spelling, and it is signed as it is sent.
    static func isMethod(_ method: String) -> Bool {
        let isLetters = method.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        return isLetters && 1...20 ~= method.utf8.count
    }

    private static func checkMethod(_ method: String) throws(BrokerError) {
        guard isMethod(method), method != "CONNECT", method != "TRACE" else {
            throw BrokerError(
                .invalidArgument, "\(OneLine.visible(method, length: 40)) is no method that can be signed",
                nextStep: "use GET, POST, PUT, PATCH, DELETE or HEAD, in upper case")
        }
    }

    /// Names whose fields would change who sends, where to, what is done, or where the request ends. Some servers take
    /// `_` for `-`.
    private static let refusedHeaders: Set = [
        "authorization", "proxy-authorization", "host", "cookie", "x-http-method-override", "x-method-override",
        "x-http-method", "x-original-url", "x-rewrite-url", "content-length", "transfer-encoding", "connection",
        "upgrade", "te", "trailer", "expect",
    ]

    private static func checkHeader(_ header: HeaderField) throws(BrokerError) {
        let shown = OneLine.visible(header.name, length: 40)
        guard !header.name.isEmpty, header.name.utf8.allSatisfy(isTokenByte) else {
            throw BrokerError(.invalidArgument, "\(shown) is no name of a header field")
        }
        let name = String(header.name.lowercased().map { $0 == "_" ? "-" : $0 })
        let isHidden = name == "content-type" && name != header.name.lowercased()
        guard !refusedHeaders.contains(name), !isHidden else {
            throw BrokerError(.invalidArgument, "a header field \(shown) is not for programs to send")
        }
        guard header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw BrokerError(.invalidArgument, "the header field \(shown) has a control character in its value")
        }
    }

    /// RFC 9110, section 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension ServiceURLs {
    /// Where requests go: `api`, and `upload` where there is another one.
    var bases: [String] {
        [api, upload == api ? nil : upload].compactMap { $0 }.filter { !$0.isEmpty }
    }

    /// The ``bases`` that are URLs.
    var baseURLs: [RequestURL] {
        bases.compactMap { try? RequestURL($0) }
    }
}

extension RequestURL {
    /// Whether some server would take this URL for `other`, or for something below it: letters in another case,
    /// letters encoded once or more often, what a segment has after a `;` and a suffix such as `.json` make no
    /// difference.
    fileprivate func isReadAs(_ other: RequestURL) -> Bool {
        host == other.host && port == other.port && loosePath.starts(with: other.loosePath.withoutSuffix)
    }

    private var loosePath: [UInt8] {
        let segments = decodedPath.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { $0.prefix { $0 != UInt8(ascii: ";") } }
        return segments.joined(separator: "/".utf8).map {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
        }
    }
}

extension [UInt8] {
    /// Without a slash or a suffix of letters at the end: `/a/token.json` and `/a/token/` are `/a/token`.
    fileprivate var withoutSuffix: ArraySlice<UInt8> {
        let path = last == UInt8(ascii: "/") ? dropLast() : self[...]
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")),
            path[(dot + 1)...].allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        else { return path }
        return path[..<dot]
    }
}
