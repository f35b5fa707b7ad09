import COpenSSL

/// OpenSSL refused a step that does not depend on what anybody gave: there is no memory, or no such function.
struct CipherFailure: Error, Hashable {
    let step: String

    /// Empties OpenSSL's own queue of errors for this thread.
    init(_ step: String) {
        ERR_clear_error()
        self.step = step
    }
}
