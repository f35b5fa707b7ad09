import COpenSSL
import OAuth
import SecretBytes

/// Prints how many times a second this machine signs a status update, and how often it computes the bare HMAC of the
/// same base string: one figure a line, name and rate, for a script to compare.
@main
struct Main {
    static func main() throws {
        let url = try RequestURL("https://api.example.test/1.1/statuses/update.json")
        let request = RequestToSign(
            method: "POST", url: url,
            body: .form([
                RequestParameter("status", "Hello Ladies + Gentlemen, a signed OAuth request!"),
                RequestParameter("include_entities", "true"),
            ]))
        let stamp = RequestStamp(timestamp: 1_700_000_000, nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg")
        let clientSecret = SecretBytes(copying: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw".utf8)
        let tokenSecret = SecretBytes(copying: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE".utf8)
        let signer = try RequestSigner(
            clientKey: "xvz1evFS4wEEPTGEFPHBog",
            token: SharedSecret(SecretBytes(copying: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb".utf8)),
            key: SigningKey(clientSecret: clientSecret, tokenSecret: tokenSecret))

        let baseString = signer.baseStringText(of: request, stamp: stamp)
        let key = "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw&LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"
        let (keyBytes, text) = (Array(key.utf8), Array(baseString.utf8))
        let rates = Rate.medians(
            { _ = try? signer.sign(request, stamp: stamp) },
            { if let signed = try? signer.sign(request, stamp: stamp) { _ = try? AuthorizationHeader(signed).value } },
            { oneShotHMAC(key: keyBytes, text: text) })
        for (name, rate) in zip(["signatures", "headers", "one-shot-hmac"], rates) { print("\(name) \(rate)") }
    }

    private static func oneShotHMAC(key: [UInt8], text: [UInt8]) {
        var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        // SAFETY: the code has room for the longest digest; the arrays are as long as their counts.
        unsafe HMAC(EVP_sha1(), key, Int32(key.count), text, text.count, &code, &length)
    }
}
