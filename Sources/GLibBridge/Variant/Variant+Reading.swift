extension Variant {
    package var string: String? { if case .string(let value) = self { value } else { nil } }

    package var objectPath: String? { if case .objectPath(let value) = self { value } else { nil } }

    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    package var uint32: UInt32? { if case .uint32(let value) = self { value } else { nil } }

    package var int32: Int32? { if case .int32(let value) = self { value } else { nil } }

    package var uint64: UInt64? { if case .uint64(let value) = self { value } else { nil } }

    package var handle: Int32? { if case .handle(let index) = self { index } else { nil } }

    package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

    /// The entries of an `a{sv}`.
    package var dictionary: [String: Variant]? { if case .dictionary(let value) = self { value } else { nil } }

    /// The elements of an array or the members of a tuple.
    package var children: [Variant]? {
        switch self {
        case .array(_, let elements): elements
        case .tuple(let members): members
        default: nil
        }
    }

    /// What is inside a box (`v`).
    package var boxed: Variant? { if case .variant(let value) = self { value } else { nil } }

    /// The texts of an `as`.
    package var strings: [String]? { elements(of: "s", \.string) }

    /// The paths of an `ao`.
    package var objectPaths: [String]? { elements(of: "o", \.objectPath) }

    /// The pairs of an `a(ss)`.
    package var pairs: [(String, String)]? {
        elements(of: "(ss)") { element in
            guard let members = element.children, members.count == 2,
                let first = members[0].string, let second = members[1].string
            else { return nil }
            return (first, second)
        }
    }

    /// The entries of an `a{ss}`.
    package var stringDictionary: [String: String]? {
        let entries = elements(of: "{ss}") { element -> (String, String)? in
            guard case .entry(.string(let key), .string(let value)) = element else { return nil }
            return (key, value)
        }
        return entries.map { Dictionary($0, uniquingKeysWith: { first, _ in first }) }
    }

    private func elements<Element>(of signature: String, _ read: (Variant) -> Element?) -> [Element]? {
        guard case .array(signature, let elements) = self else { return nil }
        return elements.compactMap(read)
    }
}
