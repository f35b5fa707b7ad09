import COpenSSL

extension SigningError {
    /// The error for a step that OpenSSL refused. Its own queue of errors for this thread is emptied.
    static func refusedByOpenSSL(_ step: String) -> SigningError {
        ERR_clear_error()
        return .cryptographyFailed(step)
    }
}
