package import GLibBridge

/// A dictionary `a{sv}` with typed reading: absent is `nil`, another type than the wanted one an error.
package struct Fields: Sendable {
    private let values: [String: Variant]

    package init(_ values: [String: Variant]) {
        self.values = values
    }

    package subscript(name: String) -> Variant? { values[name] }

    package func string(_ name: String) throws(MalformedMessage) -> String? {
        try read(name, "a text", \.string)
    }

    package func boolean(_ name: String) throws(MalformedMessage) -> Bool? {
        try read(name, "a yes or no", \.boolean)
    }

    package func number(_ name: String) throws(MalformedMessage) -> Int? {
        try read(name, "a number", \.uint32).map { Int($0) }
    }

    package func strings(_ name: String) throws(MalformedMessage) -> [String]? {
        try read(name, "a list of texts", \.strings)
    }

    package func fields(_ name: String) throws(MalformedMessage) -> Fields? {
        try read(name, "a dictionary", \.dictionary).map { Fields($0) }
    }

    /// The value, with an error where it is not there.
    package func required<Value>(
        _ name: String, _ read: (String) throws(MalformedMessage) -> Value?
    ) throws(MalformedMessage) -> Value {
        guard let value = try read(name) else { throw MalformedMessage("'\(name)' is missing") }
        return value
    }

    private func read<Value>(
        _ name: String, _ wanted: String, _ read: (Variant) -> Value?
    ) throws(MalformedMessage) -> Value? {
        guard let value = values[name] else { return nil }
        guard let read = read(value) else { throw MalformedMessage("'\(name)' is not \(wanted)") }
        return read
    }
}
