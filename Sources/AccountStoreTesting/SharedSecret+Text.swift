public import SecretBytes

extension SharedSecret {
    /// A secret from text, for tests: the text itself is not wiped.
    public convenience init(text: String) {
        self.init(SecretBytes(copying: text.utf8))
    }

    /// The secret as text. Only a test may want this.
    public var textForTests: String {
        withSpan { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }
}
