/// Trouble that the test service is to make of the next requests; Tests/TestService/faults.py says it all.
package struct Fault: Encodable, Sendable {
    /// Any method where nil.
    package var method: String?
    /// With `*` for anything; any path where nil.
    package var path: String?
    /// How many requests it takes; 0 for ever.
    package var times: Int?
    /// How many requests pass before.
    package var skip: Int?

    /// These make an answer in place of the real one.
    package var status: Int?
    package var headers: [String: String]?
    package var body: String?
    package var redirect: String?
    package var rawAnswer: String?

    /// The request is carried out although another answer is given.
    package var process: Bool?
    /// The request is carried out and never answered.
    package var swallow: Bool?
    /// The connection is closed after so many bytes of the answer, head included; with 0 nothing is carried out.
    package var drop: Int?
    /// The same, counted from the body's first byte.
    package var dropBody: Int?
    /// Seconds before the first byte.
    package var delay: Double?
    /// Bytes of the body a second.
    package var drip: Int?

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

    enum CodingKeys: String, CodingKey {
        case method, path, times, skip, status, headers, body, redirect, process, swallow, drop, delay, drip
        case rawAnswer = "raw"
        case dropBody = "drop_body"
    }
}
