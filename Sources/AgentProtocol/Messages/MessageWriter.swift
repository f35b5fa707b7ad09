package import AccountModel
package import GLibBridge

/// Puts a message together: arguments in their order, the options, and the descriptors that go along.
package struct MessageWriter: Sendable {
    package private(set) var arguments: [Variant] = []
    package private(set) var options: [String: Variant] = [:]
    /// Kept open until the message was sent.
    package private(set) var descriptors: [Descriptor] = []

    package init() {}

    package mutating func add(_ value: Variant) {
        arguments.append(value)
    }

    package mutating func add(_ text: String) {
        arguments.append(.string(text))
    }

    package mutating func add(_ descriptor: Descriptor) {
        arguments.append(handle(of: descriptor))
    }

    /// `nil` leaves the option out.
    package mutating func setOption(_ name: String, _ value: Variant?) {
        options[name] = value
    }

    /// `nil` leaves the option out.
    package mutating func setOption(_ name: String, _ descriptor: Descriptor?) {
        options[name] = descriptor.map { handle(of: $0) }
    }

    private mutating func handle(of descriptor: Descriptor) -> Variant {
        descriptors.append(descriptor)
        return .handle(Int32(descriptors.count - 1))
    }
}
