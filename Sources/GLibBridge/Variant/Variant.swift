/// A D-Bus value (a GVariant) as plain data: built and compared like any Swift value, read by `switch` or by the typed
/// properties, which give nil for another type instead of one of GLib's warnings.
package indirect enum Variant: Hashable, Sendable {
    case boolean(Bool)
    case byte(UInt8)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    /// A D-Bus type signature as a value (`g`).
    case signature(String)
    /// A file descriptor (`h`), as its index into the message's descriptors.
    case handle(Int32)
    /// An array of bytes (`ay`).
    case bytes([UInt8])
    /// A homogeneous array; `of` is the elements' signature, which an empty array needs.
    case array(of: String, [Variant])
    /// An entry of a dictionary that is an array: element of `array(of: "{ss}", …)`.
    case entry(Variant, Variant)
    /// The common dictionary `a{sv}`.
    case dictionary([String: Variant])
    case tuple([Variant])
    /// A value of any type, boxed (`v`).
    case variant(Variant)
}

extension Variant {
    /// An array of texts (`as`).
    package static func strings(_ texts: [String]) -> Variant {
        .array(of: "s", texts.map { .string($0) })
    }

    /// An array of object paths (`ao`).
    package static func objectPaths(_ paths: [String]) -> Variant {
        .array(of: "o", paths.map { .objectPath($0) })
    }

    /// A list of pairs of texts (`a(ss)`): order and repeats are kept.
    package static func pairs(_ pairs: [(String, String)]) -> Variant {
        .array(of: "(ss)", pairs.map { .tuple([.string($0.0), .string($0.1)]) })
    }

    /// A dictionary from text to text (`a{ss}`).
    package static func stringDictionary(_ entries: [String: String]) -> Variant {
        .array(of: "{ss}", entries.map { .entry(.string($0.key), .string($0.value)) })
    }

    /// The D-Bus signature of this value.
    package var signature: String {
        switch self {
        case .boolean: "b"
        case .byte: "y"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .handle: "h"
        case .bytes: "ay"
        case .array(let element, _): "a\(element)"
        case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
        case .dictionary: "a{sv}"
        case .tuple(let members): "(\(members.map(\.signature).joined()))"
        case .variant: "v"
        }
    }
}
