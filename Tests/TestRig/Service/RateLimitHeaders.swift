/// Headers of a fault that tell when to try again; Tests/TestService/limits.py says it all.
package struct RateLimitHeaders: Encodable, Sendable {
    package enum Form: String, Encodable, Sendable {
        case epoch, iso, milliseconds, words
    }

    /// Seconds from now by the service's clock, negative for the past; no header where nil.
    package var reset: Int?
    package var form: Form?
    package var limit: Int?
    package var remaining: Int?
    /// Seconds.
    package var retryAfter: Int?

    package init(reset: Int? = nil, form: Form? = nil, remaining: Int? = nil, retryAfter: Int? = nil) {
        self.reset = reset
        self.form = form
        self.remaining = remaining
        self.retryAfter = retryAfter
    }

    enum CodingKeys: String, CodingKey {
        case reset, form, limit, remaining
        case retryAfter = "retry_after"
    }
}
