package import AccountModel
import Synchronization

/// A request to a service, and its body where that is not the form of its parameters.
package struct ServiceRequest: Sendable, Equatable {
    package var request: UnsignedRequest
    package var body: [UInt8]?

    init(_ method: String, _ url: String, _ parameters: [Parameter] = []) {
        request = UnsignedRequest(method: method, url: url, parameters: parameters)
    }

    /// With a body of JSON, which takes no part in the signature.
    init(_ method: String, _ url: String, json: [UInt8]) {
        request = UnsignedRequest(
            method: method, url: url, headers: [HeaderField("Content-Type", "application/json")])
        body = json
    }

    /// The body as it is handed over: read once.
    var streamedBody: Body? {
        guard let body else { return nil }
        let rest = Mutex<[UInt8]?>(body)
        return Body(count: body.count) { () throws(BrokerError) in rest.withLock { $0.take() } }
    }
}
