import AccountModel
import FoundationEssentials
import SecretBytes

/// The stored form: one line of JSON. Which kind it is of shows in the members that it has.
extension AccountCredential {
    private static let signingTexts: Set = [
        "consumer_key", "consumer_secret", "token", "token_secret", "signature_method",
    ]
    private static let bearerTexts: Set = [
        "client_id", "client_secret", "access_token", "refresh_token", "issued", "expires", "scope", "unproven",
    ]

    /// Reads the stored form. Throws `notConfigured` for one that is damaged or of a later release.
    init(_ secret: SharedSecret, of name: RecordName) throws(BrokerError) {
        let line = try SecretLine(
            secret, texts: AccountCredential.signingTexts.union(AccountCredential.bearerTexts), objects: ["urls"],
            of: name)
        kind =
            line.values["access_token"] == nil
            ? .signing(try SigningKeys(line, of: name)) : .bearer(try BearerToken(line, of: name))
        others = line.others
        guard let urls = line.objects["urls"] else { throw name.damaged("has no urls") }
        (self.urls, otherURLs) = try urls.withSpan { (bytes) throws(BrokerError) in
            try ServiceURLs.read(bytes, of: name)
        }
    }

    /// The stored form: one line of JSON.
    func line() -> SharedSecret {
        var line = JSONLine()
        line.add("version", SecretLine.version)
        switch kind {
        case .signing(let keys): keys.write(to: &line)
        case .bearer(let token): token.write(to: &line)
        }
        line.add("urls", raw: urls.line(others: otherURLs))
        for other in others { line.add(other.name, raw: other.json) }
        return line.finish()
    }
}

extension SigningKeys {
    fileprivate init(_ line: SecretLine, of name: RecordName) throws(BrokerError) {
        guard let consumerKey = line.text("consumer_key") else { throw name.damaged("has no consumer_key") }
        self.init(
            consumerKey: consumerKey, consumerSecret: try line.need("consumer_secret", of: name),
            token: try line.need("token", of: name), tokenSecret: try line.need("token_secret", of: name),
            signatureMethod: line.text("signature_method") ?? "HMAC-SHA1")
    }

    fileprivate func write(to line: inout JSONLine) {
        line.add("consumer_key", consumerKey)
        line.add("consumer_secret", consumerSecret)
        line.add("token", token)
        line.add("token_secret", tokenSecret)
        line.add("signature_method", signatureMethod)
    }
}

extension BearerToken {
    fileprivate init(_ line: SecretLine, of name: RecordName) throws(BrokerError) {
        self.init(
            clientID: line.text("client_id"), clientSecret: line.values["client_secret"],
            accessToken: try line.need("access_token", of: name), refreshToken: line.values["refresh_token"],
            scope: line.text("scope"))
        issued = try line.time("issued", of: name)
        expires = try line.time("expires", of: name)
        unproven = try line.time("unproven", of: name)
    }

    fileprivate func write(to line: inout JSONLine) {
        line.add("client_id", clientID)
        if let clientSecret { line.add("client_secret", clientSecret) }
        line.add("access_token", accessToken)
        if let refreshToken { line.add("refresh_token", refreshToken) }
        line.add("issued", issued.map(StoredTime.text))
        line.add("expires", expires.map(StoredTime.text))
        line.add("scope", scope)
        line.add("unproven", unproven.map(StoredTime.text))
    }
}

extension SecretLine {
    fileprivate func time(_ member: String, of name: RecordName) throws(BrokerError) -> Date? {
        guard let text = text(member) else { return nil }
        guard let date = StoredTime.date(text) else { throw name.damaged("has a time in \(member) that is none") }
        return date
    }

    fileprivate func need(_ member: String, of name: RecordName) throws(BrokerError) -> SharedSecret {
        guard let value = values[member] else { throw name.damaged("has no \(member)") }
        return value
    }
}

extension ServiceURLs {
    fileprivate static func read(
        _ bytes: Span<UInt8>, of name: RecordName
    ) throws(BrokerError) -> (ServiceURLs, [(name: String, json: SharedSecret)]) {
        guard let members = try? JSONText.members(of: bytes) else { throw name.damaged("has urls that are no object") }
        var urls = ServiceURLs(api: "")
        var others: [(name: String, json: SharedSecret)] = []
        for member in members {
            let text = JSONText.text(bytes, member.value)
            if member.name == "api", let text {
                urls.api = text
            } else if let known = names.first(where: { $0.name == member.name }) {
                urls[keyPath: known.value] = text.flatMap { $0.isEmpty ? nil : $0 }
            } else {
                others.append((member.name, SharedSecret(SecretBytes(copying: bytes.extracting(member.value)))))
            }
        }
        guard !urls.api.isEmpty else { throw name.damaged("has no urls.api") }
        return (urls, others)
    }

    fileprivate func line(others: [(name: String, json: SharedSecret)]) -> SharedSecret {
        var line = JSONLine()
        line.add("api", api)
        for known in ServiceURLs.names { line.add(known.name, self[keyPath: known.value]) }
        for other in others { line.add(other.name, raw: other.json) }
        return line.finish()
    }
}
