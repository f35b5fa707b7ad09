import AccountModel
import OAuth
import SecretBytes

/// Reads the secret of an app, and refuses what is certainly none.
struct AppSecretInput: Sendable {
    let caller: Caller
    let app: App

    /// - Returns: `nil` for a public app.
    func read(_ secret: AppSecret) async throws(BrokerError) -> SharedSecret? {
        switch secret {
        case .none: return nil
        case .line(let descriptor):
            let what = app.logInProtocol == .oauth1 ? "the consumer secret" : "the client secret"
            let line = try await input(descriptor, what).line()
            guard !line.isEmpty else {
                // An app for OAuth 2.0 may have none.
                let isPublic = app.logInProtocol == .oauth2
                throw BrokerError(
                    .inputRefused, "\(what) is empty; nothing was changed",
                    nextStep: isPublic
                        ? NextCommand.setApp(app.name, of: app.service, speaking: .oauth2, isPublic: true) : nil)
            }
            return line
        case .privateKey(let descriptor):
            let pem = try await input(descriptor, "the private key").text()
            try AppSecretInput.check(pem)
            return pem
        }
    }

    /// A private key of 16,384 bits has some 13,000 bytes.
    private func input(_ descriptor: Descriptor, _ what: String) -> SecretInput {
        SecretInput(descriptor: descriptor, caller: caller, what: what, limit: 16_384)
    }

    private static func check(_ pem: SharedSecret) throws(BrokerError) {
        do throws(SigningError) {
            try pem.withBytes { (bytes) throws(SigningError) in try SigningKey.check(rsaPrivateKey: bytes) }
        } catch {
            let what =
                switch error {
                case .privateKeyNotRSA: "is a private key, but none for RSA"
                default: "is no private key that can be read: an unencrypted PEM is wanted"
                }
            throw BrokerError(.inputRefused, "what was given as a private key \(what); nothing was changed")
        }
    }
}
