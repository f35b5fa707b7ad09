package import AccountModel
package import GLibBridge

/// Takes a message apart, argument by argument.
package struct MessageReader: Sendable {
    private let message: BusMessage
    private let options: Fields
    private var index = 0

    /// - Parameter hasOptions: whether the last argument holds the options, as it does in a call.
    package init(_ message: BusMessage, hasOptions: Bool) {
        self.message = message
        options = Fields(hasOptions ? message.arguments.last?.dictionary ?? [:] : [:])
    }

    package mutating func string() throws(MalformedMessage) -> String {
        try next("a text", \.string)
    }

    package mutating func strings() throws(MalformedMessage) -> [String] {
        try next("a list of texts", \.strings)
    }

    package mutating func boolean() throws(MalformedMessage) -> Bool {
        try next("a yes or no", \.boolean)
    }

    package mutating func number() throws(MalformedMessage) -> Int {
        Int(try next("a number", \.uint32))
    }

    package mutating func bytes() throws(MalformedMessage) -> [UInt8] {
        try next("bytes", \.bytes)
    }

    package mutating func pairs() throws(MalformedMessage) -> [(String, String)] {
        try next("a list of pairs", \.pairs)
    }

    package mutating func stringDictionary() throws(MalformedMessage) -> [String: String] {
        try next("a dictionary of texts", \.stringDictionary)
    }

    package mutating func children() throws(MalformedMessage) -> [Variant] {
        try next("a list", \.children)
    }

    package mutating func fields() throws(MalformedMessage) -> Fields {
        Fields(try next("a dictionary", \.dictionary))
    }

    package mutating func listOfFields() throws(MalformedMessage) -> [Fields] {
        try children().map { value throws(MalformedMessage) in
            guard let values = value.dictionary else { throw MalformedMessage("a list of something else") }
            return Fields(values)
        }
    }

    /// The descriptor, which is the reader's from now on.
    package mutating func descriptor() throws(MalformedMessage) -> Descriptor {
        try take(next("a descriptor") { $0 })
    }

    // MARK: Options

    package func stringOption(_ name: String) throws(MalformedMessage) -> String? { try options.string(name) }

    package func booleanOption(_ name: String) throws(MalformedMessage) -> Bool? { try options.boolean(name) }

    package func numberOption(_ name: String) throws(MalformedMessage) -> Int? { try options.number(name) }

    /// The descriptor of an option, `nil` where the option is not there.
    package func descriptorOption(_ name: String) throws(MalformedMessage) -> Descriptor? {
        guard let value = options[name] else { return nil }
        return try take(value)
    }

    private func take(_ value: Variant) throws(MalformedMessage) -> Descriptor {
        guard let number = message.descriptor(value)?.take() else {
            throw MalformedMessage("a descriptor is named that was not sent, or twice")
        }
        return Descriptor(owning: number)
    }

    private mutating func next<Value>(
        _ wanted: String, _ read: (Variant) -> Value?
    ) throws(MalformedMessage) -> Value {
        guard let value = message[index].flatMap(read) else {
            throw MalformedMessage("argument \(index + 1) is not \(wanted)")
        }
        index += 1
        return value
    }
}
