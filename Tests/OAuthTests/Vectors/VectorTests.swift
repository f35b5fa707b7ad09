import SecretBytes
import Testing

@testable import OAuth

@Suite("Published values")
struct VectorTests {
    @Test("The base string and its signature are those of the source", arguments: SharedVectors.all.vectors)
    func signature(vector: Vector) throws {
        let method = try #require(SignatureMethod(rawValue: vector.signatureMethod ?? vector.algorithm ?? ""))
        let baseString = try vector.method == nil ? vector.baseString ?? "" : composedBaseString(vector)
        if let expected = vector.baseString { #expect(baseString == expected) }

        if vector.has("raw_hmac") {
            // Not an OAuth key but a bare HMAC; the source gives its key in words.
            let code = try HMAC.code(.sha1, key: "abcedfg123456789".utf8.span, text: baseString.utf8.span)
            #expect(String(decoding: Base64.encode(code), as: UTF8.self) == vector.expectedSignature)
        } else {
            let signature = try signingKey(vector).signature(of: baseString.utf8.span, method: method)
            #expect(text(signature) == vector.expectedSignature)
        }
    }

    @Test("Corner cases computed apart hold", arguments: SharedVectors.all.derivedCornerCases)
    func cornerCase(vector: Vector) throws {
        try signature(vector: vector)
        if obstacle(vector) == nil { try signer(vector: vector) }
    }

    @Test(
        "The signer gives the signature, base string and header of the source",
        arguments: SharedVectors.all.vectors.filter { obstacle($0) == nil })
    func signer(vector: Vector) throws {
        let signer = try RequestSigner(
            clientKey: try #require(vector.consumerKey), token: vector.token.map { SharedSecret(secret($0)) },
            key: signingKey(vector), method: try #require(SignatureMethod(rawValue: vector.signatureMethod ?? "")),
            version: vector.version)
        let request = RequestToSign(
            method: try #require(vector.method), url: try requestURL(vector),
            body: vector.form.isEmpty ? .none : .form(vector.form), protocolParameters: vector.logIn + vector.extra)
        let stamp = vector.timestamp.flatMap { Int64($0) }.map {
            RequestStamp(timestamp: $0, nonce: vector.nonce ?? "")
        }

        let signed = try signer.sign(request, stamp: stamp)
        #expect(signed.parameters.last.map { text($0.value) } == vector.expectedSignature)
        if let expected = vector.baseString {
            #expect(signer.baseStringText(of: request, stamp: stamp) == expected)
        }
        if let expected = vector.expectedHeader {
            let header = try AuthorizationHeader(signed, realm: vector.realm).value
            // The order of a header's parameters is free, and one source prints another realm than it says.
            #expect(headerFields(header) == headerFields(expected))
        }
    }

    @Test("The signer takes every published request but those that no request can be")
    func obstacles() {
        let refused = SharedVectors.all.vectors.filter { obstacle($0) != nil && $0.method != nil }.map(\.id)
        let known = [
            "py-oauth2-path-u2019-raw", "py-oauth2-path-u2019-raw-nosecret", "oauthlib-unicode-cjk",
            "oauthlib-unicode-latin", "league-hmac-port-8080", "league-rsa",
        ]
        #expect(Set(refused).isSubset(of: known))
    }

    @Test("Percent-encoding", arguments: SharedVectors.all.percentEncoding.map { ($0.input, $0.expected) })
    func percentEncoding(input: String, expected: String) {
        #expect(PercentEncoding.encode(input) == expected)
    }

    @Test("Normalised parameters", arguments: SharedVectors.all.normalizeParams)
    func normalizedParameters(row: VectorFile.Normalization) {
        var normalized = NormalizedParameters()
        normalized.add(parameters(row.params))
        #expect(normalized.text() == row.expected)
        if let form = row.formEncodedInput {
            var scanned = NormalizedParameters()
            scanned.add(query: form.utf8.span)
            #expect(scanned.text() == row.expected)
        }
    }

    @Test("Base string URIs", arguments: SharedVectors.all.baseStringUri.map { ($0.url, $0.expected) })
    func baseStringURI(url: String, expected: String) throws {
        #expect(try RequestURL(sendable(url)).baseStringURI == expected)
    }

    @Test("Base strings", arguments: SharedVectors.all.baseStrings)
    func baseString(row: VectorFile.BaseString) throws {
        let url = try RequestURL(row.url)
        var normalized = NormalizedParameters()
        normalized.add(query: (url.query ?? "").utf8.span)
        normalized.add(parameters(row.params))
        let baseString = SignatureBaseString(
            method: row.method, uri: url.baseStringURI.utf8.span, parameters: normalized)
        #expect(baseString.text() == row.expectedBaseString)
    }

    @Test("Body hashes", arguments: SharedVectors.all.bodyHash.map { ($0.body, $0.sha1Base64) })
    func bodyHash(body: String, expected: String) throws {
        #expect(try BodyHash(of: body.utf8.span, method: .hmacSHA1).value == expected)
    }

    @Test(
        "The body hash sent is the hash of the body",
        arguments: SharedVectors.all.vectors.filter { $0.checks?["body_hash"] == true })
    func sentBodyHash(vector: Vector) throws {
        let hash = try BodyHash(of: (vector.bodyRaw ?? "").utf8.span, method: .hmacSHA1)
        #expect(vector.extra.map { text($0.value) } == [hash.value])
    }
}

// MARK: - From a vector to the parts that are signed

/// Why a vector cannot be a request of ours, nil when it can.
private func obstacle(_ vector: Vector) -> String? {
    if vector.method == nil { return "a base string alone" }
    if vector.consumerKey == nil || vector.signatureMethod == nil { return "no protocol parameters" }
    if let timestamp = vector.timestamp, Int64(timestamp) == nil { return "a timestamp that is no number" }
    if vector.has("nonconforming") { return "a URL that cannot be sent" }
    return nil
}

private func requestURL(_ vector: Vector) throws -> RequestURL {
    try RequestURL(sendable(vector.url ?? "")).adding(vector.query)
}

/// The URL without what a request never carries, after seeing that it is refused with it.
private func sendable(_ url: String) throws -> String {
    var url = url
    if let hash = url.firstIndex(of: "#") {
        #expect(throws: RequestURLError.fragment) { try RequestURL(url) }
        url = String(url[..<hash])
    }
    if let at = url.firstIndex(of: "@"), url.contains("://user:pw@") {
        #expect(throws: RequestURLError.userInfo) { try RequestURL(url) }
        url = "https://" + url[url.index(after: at)...]
    }
    return url
}

private func composedBaseString(_ vector: Vector) throws -> String {
    var normalized = NormalizedParameters()
    var uri = vector.url ?? ""
    if vector.has("nonconforming") {
        // The path stands raw in the base string URI, so that it is encoded once. It can be signed, never sent.
        #expect(throws: RequestURLError.self) { try RequestURL(uri) }
    } else {
        let url = try RequestURL(sendable(uri))
        uri = url.baseStringURI
        normalized.add(query: (url.query ?? "").utf8.span)
    }
    normalized.add(vector.query + vector.form + vector.logIn + vector.extra)
    normalized.add(
        [
            ("oauth_consumer_key", vector.consumerKey), ("oauth_token", vector.token),
            ("oauth_signature_method", vector.signatureMethod), ("oauth_timestamp", vector.timestamp),
            ("oauth_nonce", vector.nonce), ("oauth_version", vector.version),
        ].compactMap { name, value in value.map { RequestParameter(name, $0) } })
    return SignatureBaseString(method: vector.method ?? "", uri: uri.utf8.span, parameters: normalized).text()
}

private func signingKey(_ vector: Vector) throws -> SigningKey {
    guard let name = vector.rsaKey else {
        return SigningKey(
            clientSecret: secret(vector.consumerSecret ?? ""), tokenSecret: secret(vector.tokenSecret ?? ""))
    }
    return try SigningKey(rsaPrivateKey: secret(try #require(SharedVectors.all.keys[name]?.pem)))
}

/// The parameters of a header, sorted, without the realm.
private func headerFields(_ header: String) -> [String] {
    header.dropFirst("OAuth ".count).split(separator: ", ").map(String.init).filter { !$0.hasPrefix("realm=") }.sorted()
}
