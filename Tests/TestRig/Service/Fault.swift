/// Trouble that the test service is to make of the next requests; Tests/TestService/faults.py says it all.
package struct Fault: Encodable, Sendable {
    /// The body of a refusal; the words are those of `SHAPES` in Tests/TestService/refusals.py.
    package enum Shape: String, Encodable, Sendable, CaseIterable {
        case errors, error, hash, xml, html, text, empty, problem
        case errorsAsString = "errors as a string"
        case errorWithCode = "error with code"
        case codeAndMessage = "code and message"
        case problemInErrors = "problem in errors"
        case latin1 = "latin-1"
    }

    /// A body that is too big or too deep to be given.
    package enum Body: Encodable, Sendable {
        /// Arrays within arrays.
        case nested(Int)
        case nestedObjects(Int)
        /// An array of one text, so many bytes in all.
        case long(Int)

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .nested(let depth): try container.encode(["nested": depth])
            case .nestedObjects(let depth): try container.encode(["nested objects": depth])
            case .long(let bytes): try container.encode(["long": bytes])
            }
        }
    }

    /// Any method where nil.
    package var method: String?
    /// With `*` for anything; any path where nil.
    package var path: String?
    /// How many requests it takes; 0 for ever.
    package var times: Int?
    /// How many requests pass before.
    package var skip: Int?

    /// These make an answer in place of the real one; headers alone are added to the real one.
    package var status: Int?
    package var headers: [String: String]?
    package var body: String?
    package var redirect: String?
    package var rawAnswer: String?
    /// A refusal by Twitter's code or by the name of a problem, in this shape and with these words.
    package var code: Int?
    package var problem: String?
    package var shape: Shape?
    package var words: String?
    package var rateLimit: RateLimitHeaders?
    package var make: Body?

    /// The request is carried out although another answer is given.
    package var process: Bool?
    /// The request is carried out and never answered.
    package var swallow: Bool?
    /// The body is compressed, and says so: with ``make`` a bomb.
    package var gzip: Bool?
    /// The body ends after so many bytes, and the head says that this is all.
    package var cut: Int?
    /// The head says so many bytes more than there are, or fewer.
    package var length: Int?
    /// The connection is closed after so many bytes of the answer, head included; with 0 nothing is carried out.
    package var drop: Int?
    /// The same, counted from the body's first byte.
    package var dropBody: Int?
    /// Seconds before the first byte.
    package var delay: Double?
    /// Bytes of the body a second.
    package var drip: Int?
    /// Seconds for which the connection stays open after the last byte.
    package var hold: Double?

    package init(method: String? = nil, path: String? = nil, times: Int? = nil, skip: Int? = nil) {
        self.method = method
        self.path = path
        self.times = times
        self.skip = skip
    }

    /// The next requests to `path` are answered so, and not carried out.
    package static func answer(
        _ status: Int, _ body: String = "", type: String = "application/json", path: String? = nil, times: Int = 1
    ) -> Fault {
        var fault = Fault(path: path, times: times)
        fault.status = status
        fault.body = body
        fault.headers = ["content-type": type]
        return fault
    }

    /// They are refused with one of Twitter's codes, the status and the words that belong to it.
    package static func code(_ code: Int, _ shape: Shape = .errors, path: String? = nil, times: Int = 1) -> Fault {
        var fault = Fault(path: path, times: times)
        fault.code = code
        fault.shape = shape
        return fault
    }

    /// They are refused with a problem by its name in Tests/TestService/problems.py.
    package static func problem(_ name: String, _ shape: Shape = .problem, path: String? = nil) -> Fault {
        var fault = Fault(path: path)
        fault.problem = name
        fault.shape = shape
        return fault
    }

    /// They are refused with code 88, and these headers tell until when.
    package static func rateLimit(_ headers: RateLimitHeaders, path: String? = nil, times: Int = 1) -> Fault {
        var fault = Fault(path: path, times: times)
        fault.rateLimit = headers
        return fault
    }

    enum CodingKeys: String, CodingKey {
        case method, path, times, skip, status, headers, body, redirect, code, problem, shape, words, make, process
        case swallow, gzip, cut, length, drop, delay, drip, hold
        case rawAnswer = "raw"
        case rateLimit = "rate_limit"
        case dropBody = "drop_body"
    }
}
