public import SecretBytes

/// An app's id and secret as the header field `Authorization: Basic` carries them.
public enum BasicAuthentication {
    /// `base64(id:secret)`, both encoded for a form first (RFC 6749, section 2.3.1), in memory that is zeroed.
    public static func credentials(id: String, secret: SharedSecret) -> SharedSecret {
        var pair = ScratchBytes(capacity: 256)
        pair.append(percentEncoding: id.utf8.span)
        pair.append(UInt8(ascii: ":"))
        secret.withSpan { pair.append(percentEncoding: $0) }
        return SharedSecret(pair.withSpan { Base64.encode($0) })
    }
}
