/// One parameter of a request, decoded. Order and repeats count.
public struct Parameter: Hashable, Sendable {
    /// Not encoded.
    public var name: String
    /// Not encoded.
    public var value: String

    /// A name and its value, neither encoded.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// One header field (RFC 9110). Names are compared without regard to case; repeats are kept.
public struct HeaderField: Hashable, Sendable {
    /// As it is sent.
    public var name: String
    /// As it is sent: one line.
    public var value: String

    /// A name and its value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HeaderField] {
    /// The value of the first field with that name, in any case.
    public subscript(field name: String) -> String? {
        let wanted = name.lowercased()
        return first { $0.name.lowercased() == wanted }?.value
    }
}
