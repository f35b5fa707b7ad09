import COpenSSL

/// OpenSSL's libcrypto, as this process runs with it.
package enum CryptoVersion {
    /// `3.0.17`
    package static var running: String {
        // SAFETY: OpenSSL gives a constant string of its own.
        guard let text = unsafe OpenSSL_version(OPENSSL_VERSION_STRING) else { return "of no version" }
        return unsafe String(cString: text)
    }
}
