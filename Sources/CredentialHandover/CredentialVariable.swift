import Glibc
import SecretBytes
import SystemCalls

/// A variable of the environment that is to hold one field of the credential: `TWITTER_ACCESS_TOKEN=oauth_token`.
struct CredentialVariable: Equatable {
    var name: String
    /// The first of these that is there counts: `oauth_token|access_token`.
    var fields: [String]
    /// Whether it is left out where none of them is there: a `?` behind the fields.
    var isOptional: Bool

    init(_ name: String, _ fields: String..., isOptional: Bool = false) {
        self.name = name
        self.fields = fields
        self.isOptional = isOptional
    }

    /// `nil` for a word that is no NAME=FIELD.
    init?(_ word: some StringProtocol) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        name = String(parts[0])
        isOptional = parts[1].last == "?"
        let names = String(parts[1]).dropLast(isOptional ? 1 : 0)
        fields = names.split(separator: "|" as Character).map(String.init)
        guard !fields.isEmpty else { return nil }
    }

    /// Puts the field into the environment of this process, for the program that it becomes.
    func set(from credential: ReceivedCredential) throws(HandoverFailure) {
        guard let value = try credential.value(of: self) else { return }
        var text = value.duplicate()
        guard text.withSpan({ bytes in !bytes.indices.contains { bytes[$0] == 0 } }) else {
            throw HandoverFailure(
                "\(fields[0]) has a byte that no variable can hold", status: HandoverFailure.Status.failed)
        }
        text.append(0)
        let outcome = text.withSpan { bytes in
            // SAFETY: the bytes end with the zero that was appended, and are copied by the call.
            unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe buffer.withMemoryRebound(to: CChar.self) { value in
                    unsafe value.baseAddress.map { unsafe setenv(name, $0, 1) } ?? -1
                }
            }
        }
        guard outcome == 0 else {
            throw HandoverFailure(
                "\(name) cannot be set: \(SystemError.words(errno))", status: HandoverFailure.Status.failed)
        }
    }
}
