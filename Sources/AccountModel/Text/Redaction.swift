/// Takes out of a service's words what may be a credential that the service repeats.
package enum Redaction {
    /// Shorter than any token, longer than nearly any word.
    private static let longestWord = 24

    /// The text without the values of fields that have the name of a credential, and with every unbroken run of more
    /// than 24 letters and digits cut down to its first four.
    package static func withoutCredentials(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = CredentialFields.masked(text).unicodeScalars[...]
        while let first = rest.first {
            let run = rest.prefix { isPartOfToken($0) }
            guard !run.isEmpty else {
                result.append(first)
                rest = rest.dropFirst()
                continue
            }
            if run.count > longestWord {
                result.append(contentsOf: run.prefix(4))
                result.append("…")
            } else {
                result.append(contentsOf: run)
            }
            rest = rest[run.endIndex...]
        }
        return String(result)
    }

    /// What tokens are made of at the services that have long ones.
    private static func isPartOfToken(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "a"..."z", "A"..."Z", "-", "_": true
        default: false
        }
    }
}
