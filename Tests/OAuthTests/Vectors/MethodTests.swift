import SecretBytes
import Testing

@testable import OAuth

/// One request under every method. The values were computed apart: the base string by oauthlib 3.2.2, the HMACs by
/// Python's hmac module, the RSA signatures by `openssl dgst -sign`.
@Suite("Every signature method")
struct MethodTests {
    static let signatures: [(method: String, signature: String)] = [
        (
            "HMAC-SHA1",
            "wksnrjknCYOxNposId75zYR8a3c="
        ),
        (
            "HMAC-SHA224",
            "NafVfTPlWwHvlMUVragw9BM6K+yNiPPf9Bzfgg=="
        ),
        (
            "HMAC-SHA256",
            "aW6Kr8eWAzegLN7/gvt+S4beEx9oVMx98YVdu2rMMcU="
        ),
        (
            "HMAC-SHA384",
            "4fBEg3hW/vXCPIimHsQ+e/CiWY1LReDKd7XRNRpds6pXmpfa/MJiLnumXrjeprIX"
        ),
        (
            "HMAC-SHA512",
            "YNjdbXsQ4fCXzch8bXBYvctPbEVTeeUYMQ61Av/jO8wZsX2Iym4QDSXrDtuFymhebB0p4DVo9OoNtg7fAycspQ=="
        ),
        (
            "RSA-SHA1",
            "NUIiznVYpnax99+cbIvY7jyfUb63cypb/KQeN7hvOJ1SCfn5gd7ck/Eu8J5382wHHgCKx06pWROtntDds3XjYgYjwI"
                + "hBANO5PJj2/StD2cGHRbClcPLKIy1NPJljSMnT69BHTb5/2HkQnhGK2os6GcFSMb0Ng7uaYRGuo4J2HXKCb2M5ofLc"
                + "Tp7yPzJMP4ir7xKZU1ZlDm6r+90Y+zbgUmXfW/huLx69VfQgs94AaxFBU05TiUCujdaO+kRk/euRIeXNlbG6SIwSIq"
                + "MTBIM9FVUb8eSTQjQPnxp2KVhLNXn456I6N+yG47uKADqlKgSJHsM8i39CoIm1BA726Hzgmg=="
        ),
        (
            "RSA-SHA256",
            "fDrNW2Q5t69Dvfn1og6ywNKi9kJmKaIoE2tc8PGIXytD0L4BE/rXcZO5RYH73L9tTzcBRzuYg7poi8i6rs0Zk0p6wp"
                + "/rhdtPFzLeI92maYHCDTpz5K3LJHv7KJuN0EofYlHEeeZXnadUXqjcyUqBMuUbNV8GXxR74KyxQKL8coP3e2xS+n5X"
                + "+MUzD/1xkDAhWtwUluEk87a4aI1sKWdkIAa8yhJK/XgNFJOmW1Hy8KwPQmocalhcRAQQDzqZ+8kE9X4pCwrGi7fkrg"
                + "rrMYLlyLik+j3fO4KEYWgk7SVOoDIhiDsuj2pgJOoQDHemmdDpPq46kAovQJjrNrsEmdyGSA=="
        ),
        (
            "RSA-SHA512",
            "pOElqGCkvcU10sqlX4aRTpRtFTwmzxPOegc693qtAJPIQhgnBeU0fGln6nkEtDUY0MYhV5MKUPigWbhHE1Q6iLtcxV"
                + "HF1kU0EMj9Jk+TaDz3GTga6R2zNCNYyZiToEnjU7/Qc4ABto6/XNvptZpD1rTFfQjRq9/fqtiZmHEYBlbuyITMQvgy"
                + "A+qRVQG+qRdnKyT3dCJPXepqSO7IdyHcZeSEfcc5GV4gkMe2rx2fsim6t+3skcEsxm19a8nFhK4fErCSfdqaZr7oul"
                + "k4g8fCpq2efD3VSb6TRTVMUP+5cbdTDBnOzmZmGBP8O7jSiF3tml1vtR0DeF0VljHcQLm3cA=="
        ),
    ]

    @Test("A request with repeats, names without value, letters with accents and an IPv6 host", arguments: signatures)
    func signature(method: String, expected: String) throws {
        let method = try #require(SignatureMethod(rawValue: method))
        #expect(try sign(method: method, key: key(for: method, rsa: TestKeys.rsa)) == expected)
    }

    @Test("A key in PKCS #8 signs as the same key in PKCS #1")
    func pkcs8() throws {
        let other = try sign(method: .rsaSHA256, key: key(for: .rsaSHA256, rsa: TestKeys.rsaPKCS8))
        #expect(other == Self.signatures.first { $0.method == "RSA-SHA256" }?.signature)
    }

    @Test("The list has every method but PLAINTEXT")
    func completeness() {
        #expect(Set(Self.signatures.map(\.method) + ["PLAINTEXT"]) == Set(SignatureMethod.allCases.map(\.rawValue)))
    }

    private func sign(method: SignatureMethod, key: consuming SigningKey) throws -> String? {
        let signer = try RequestSigner(
            clientKey: "own-ck", token: SharedSecret(secret("own tk/1")), key: key, method: method)
        let url = try RequestURL("https://[2001:DB8::1]:8443/Caf%C3%A9/a;b=c?x=1&y&x=%2B+z")
        let form = [("status", "naïve ☃ *50%* + more"), ("x", "0"), ("empty", ""), ("a[1]", "é")]
        let request = RequestToSign(
            method: "post", url: url, body: .form(form.map { RequestParameter($0, $1) }))
        let stamp = RequestStamp(timestamp: 1_700_000_000, nonce: "n-0_n~c.e")
        return try signer.sign(request, stamp: stamp).parameters.last.map { text($0.value) }
    }

    private func key(for method: SignatureMethod, rsa: String) throws -> SigningKey {
        method.rawValue.hasPrefix("RSA")
            ? try SigningKey(rsaPrivateKey: secret(rsa))
            : SigningKey(clientSecret: secret("own cs&%"), tokenSecret: secret("own=ts+ñ"))
    }
}
