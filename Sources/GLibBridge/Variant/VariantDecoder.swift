internal import CGio

/// GVariant to Swift value. Each getter is called only on a value of its type.
enum VariantDecoder {
    /// - Parameter pointer: borrowed; everything is copied.
    static func decode(_ pointer: OpaquePointer) -> Variant {
        let signature = unsafe String(cString: g_variant_get_type_string(pointer))
        switch signature.utf8.first {
        case UInt8(ascii: "b"): return .boolean(unsafe g_variant_get_boolean(pointer) != 0)
        case UInt8(ascii: "y"): return .byte(unsafe g_variant_get_byte(pointer))
        case UInt8(ascii: "n"): return .int16(unsafe g_variant_get_int16(pointer))
        case UInt8(ascii: "q"): return .uint16(unsafe g_variant_get_uint16(pointer))
        case UInt8(ascii: "i"): return .int32(unsafe g_variant_get_int32(pointer))
        case UInt8(ascii: "u"): return .uint32(unsafe g_variant_get_uint32(pointer))
        case UInt8(ascii: "x"): return .int64(Int64(unsafe g_variant_get_int64(pointer)))
        case UInt8(ascii: "t"): return .uint64(UInt64(unsafe g_variant_get_uint64(pointer)))
        case UInt8(ascii: "d"): return .double(unsafe g_variant_get_double(pointer))
        case UInt8(ascii: "h"): return .handle(unsafe g_variant_get_handle(pointer))
        case UInt8(ascii: "s"): return .string(unsafe text(of: pointer))
        case UInt8(ascii: "o"): return .objectPath(unsafe text(of: pointer))
        case UInt8(ascii: "g"): return .signature(unsafe text(of: pointer))
        case UInt8(ascii: "a"): return unsafe array(pointer, signature: signature)
        case UInt8(ascii: "{"):
            return .entry(unsafe child(0, of: pointer), unsafe child(1, of: pointer))
        case UInt8(ascii: "v"): return .variant(unsafe child(0, of: pointer))
        default: return .tuple(unsafe children(of: pointer))
        }
    }

    /// The arguments of a message: the members of its body, which is always a tuple.
    static func arguments(_ body: OpaquePointer?) -> [Variant] {
        guard let body = unsafe body else { return [] }
        return unsafe children(of: body)
    }

    /// How large a value is: encoded, and in the values that it is made of.
    struct Size {
        let bytes: Int
        let values: Int
    }

    /// Whether a value is larger than allowed in either way. Only a long one is looked at closely.
    static func isLarger(_ body: OpaquePointer?, than limit: Size) -> Bool {
        guard let body = unsafe body else { return false }
        let bytes = Int(unsafe g_variant_get_size(body))
        // No value but an empty one is less than a byte.
        guard bytes > limit.values else { return false }
        var left = limit.values
        return unsafe bytes > limit.bytes || !isWithin(&left, body)
    }

    /// Takes the number of values away from `left`; false once nothing is left.
    private static func isWithin(_ left: inout Int, _ pointer: OpaquePointer) -> Bool {
        left -= 1
        // A text or the bytes of an array are one value.
        guard left >= 0, unsafe g_variant_is_container(pointer) != 0,
            unsafe String(cString: g_variant_get_type_string(pointer)) != "ay"
        else { return left >= 0 }
        for index in 0..<Int(unsafe g_variant_n_children(pointer)) {
            let child = unsafe GVariantReference(taking: g_variant_get_child_value(pointer, gsize(index)))
            guard unsafe isWithin(&left, child.pointer) else { return false }
        }
        return true
    }

    private static func array(_ pointer: OpaquePointer, signature: String) -> Variant {
        switch signature {
        case "ay":
            var count: gsize = 0
            let start = unsafe g_variant_get_fixed_array(pointer, &count, 1)
            return .bytes(unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: Int(count))))
        case "a{sv}":
            let entries = unsafe children(of: pointer).compactMap { entry -> (String, Variant)? in
                guard case .entry(.string(let key), .variant(let value)) = entry else { return nil }
                return (key, value)
            }
            return .dictionary(Dictionary(entries, uniquingKeysWith: { first, _ in first }))
        default:
            return .array(of: String(signature.dropFirst()), unsafe children(of: pointer))
        }
    }

    private static func children(of pointer: OpaquePointer) -> [Variant] {
        (0..<Int(unsafe g_variant_n_children(pointer))).map { unsafe child($0, of: pointer) }
    }

    private static func child(_ index: Int, of pointer: OpaquePointer) -> Variant {
        let child = unsafe GVariantReference(taking: g_variant_get_child_value(pointer, gsize(index)))
        return unsafe decode(child.pointer)
    }

    private static func text(of pointer: OpaquePointer) -> String {
        unsafe String(cString: g_variant_get_string(pointer, nil))
    }
}
