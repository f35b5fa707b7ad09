import AccountModel
import SecretBytes

extension ServiceFault {
    /// Reads an answer that may repeat what it was sent.
    init(_ body: Span<UInt8>, masking secrets: [SharedSecret]) {
        let start = (0..<min(body.count, ServiceFault.longestBody)).map { body[$0] }
        self.init(body: start) { SecretMask.masking(secrets, in: $0) }
    }
}
