package import AccountModel

/// An answer of a service whose body has been read.
package struct ServiceAnswer: Sendable {
    package var status: Int
    package var headers: [HeaderField]
    package var body: [UInt8]

    package init(status: Int = 200, headers: [HeaderField] = [], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package var isSuccess: Bool { (200..<300).contains(status) }
}
