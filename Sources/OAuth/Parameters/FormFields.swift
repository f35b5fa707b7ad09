public import SecretBytes

/// The fields of a form that holds secrets, such as a service's answer
/// `oauth_token=…&oauth_token_secret=…&oauth_callback_confirmed=true` or a token piped in by a person.
///
/// Every value is decoded straight from the form's bytes into locked memory; none passes through a `String`.
/// Printing this shows names alone.
public struct FormFields: Sendable {
    /// The fields in their order, repeats and all.
    public let fields: [(name: String, value: SharedSecret)]

    /// Reads a form as ``FormEncoding/decode(_:)`` does. A name without `=` has an empty value. Names that are not
    /// UTF-8 are repaired: they match no name that is asked for.
    public init(scanning form: Span<UInt8>) {
        var fields: [(name: String, value: SharedSecret)] = []
        for field in FormEncoding.fields(of: form) {
            let name = String(decoding: FormEncoding.decodedBytes(form, field.name), as: UTF8.self)
            var value = SecretBytes(capacity: field.value?.count ?? 0)
            if let range = field.value { FormEncoding.decode(form, range) { value.append($0) } }
            fields.append((name, SharedSecret(value)))
        }
        self.fields = fields
    }

    /// The first value with this name.
    public subscript(name: String) -> SharedSecret? {
        fields.first { $0.name == name }?.value
    }

    /// The first value with this name as text, for what is no secret: `screen_name`, `user_id`. Nil as well when the
    /// value is not UTF-8.
    public func text(_ name: String) -> String? {
        self[name]?.withSpan { String(validating: Array(copying: $0), as: UTF8.self) }
    }
}
