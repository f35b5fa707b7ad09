public import SecretBytes

extension PercentEncoding {
    /// Appends `bytes` encoded, and leaves no copy of them elsewhere.
    public static func encode(_ bytes: Span<UInt8>, to secret: inout SecretBytes) {
        for index in bytes.indices { encode(bytes[index]) { secret.append($0) } }
    }
}
