import SecretBytes

@testable import OAuth

func secret(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

/// What a test may do and the product may not: copy a secret out.
func text(_ value: RequestParameter.Value) -> String {
    value.withSpan { String(copying: $0) }
}

func text(_ secret: borrowing SecretBytes) -> String {
    secret.withSpan { String(copying: $0) }
}
