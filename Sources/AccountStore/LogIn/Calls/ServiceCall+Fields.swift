import OAuth
import SecretBytes

extension ServiceCall.Answer {
    /// The names of the fields of an answer that is a form: all that may be shown of one.
    var fieldNames: [String] {
        guard looksLikeForm else { return [] }
        return body.withSpan { FormFields(scanning: $0) }.fields.map(\.name).filter(ServiceCall.Answer.isPlainName)
    }

    /// What stands at the place of a name may be anything where the answer is no form after all.
    private static func isPlainName(_ name: String) -> Bool {
        name.utf8.count <= 40
            && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") }
    }
}
