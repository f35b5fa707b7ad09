internal import CGio

/// Swift value to GVariant. Everything that GLib would answer with a warning is checked first.
enum VariantEncoder {
    /// - Throws: `.invalidArgument` for a text with a NUL byte, a malformed path or signature, or an array whose
    ///   elements are not of the type it claims.
    static func encode(_ value: Variant) throws(GLibError) -> GVariantReference {
        switch value {
        case .boolean(let value): return unsafe GVariantReference(sinking: g_variant_new_boolean(value ? 1 : 0))
        case .byte(let value): return unsafe GVariantReference(sinking: g_variant_new_byte(value))
        case .int16(let value): return unsafe GVariantReference(sinking: g_variant_new_int16(value))
        case .uint16(let value): return unsafe GVariantReference(sinking: g_variant_new_uint16(value))
        case .int32(let value): return unsafe GVariantReference(sinking: g_variant_new_int32(value))
        case .uint32(let value): return unsafe GVariantReference(sinking: g_variant_new_uint32(value))
        case .int64(let value): return unsafe GVariantReference(sinking: g_variant_new_int64(gint64(value)))
        case .uint64(let value): return unsafe GVariantReference(sinking: g_variant_new_uint64(guint64(value)))
        case .double(let value): return unsafe GVariantReference(sinking: g_variant_new_double(value))
        case .handle(let index): return unsafe GVariantReference(sinking: g_variant_new_handle(index))
        case .string(let text): return try encode(text: text)
        case .objectPath(let path): return try encode(path: path)
        case .signature(let text): return try encode(signature: text)
        case .bytes(let bytes): return encode(bytes: bytes)
        case .array(let element, let elements): return try encode(elements, of: element)
        case .entry(let key, let value): return try encode(key, value)
        case .dictionary(let entries):
            return try encode(entries.map { .entry(.string($0.key), .variant($0.value)) }, of: "{sv}")
        case .tuple(let members): return try encode(tuple: members)
        case .variant(let value):
            let inner = try encode(value)
            return unsafe GVariantReference(sinking: g_variant_new_variant(inner.pointer))
        }
    }

    private static func encode(text: String) throws(GLibError) -> GVariantReference {
        try text.checkNoNUL("a text for D-Bus")
        return unsafe GVariantReference(sinking: g_variant_new_string(text))
    }

    private static func encode(path: String) throws(GLibError) -> GVariantReference {
        try path.checkNoNUL("an object path")
        guard unsafe g_variant_is_object_path(path) != 0 else { throw .invalidArgument("'\(path)' is no object path") }
        return unsafe GVariantReference(sinking: g_variant_new_object_path(path))
    }

    private static func encode(signature: String) throws(GLibError) -> GVariantReference {
        try signature.checkNoNUL("a signature")
        guard unsafe g_variant_is_signature(signature) != 0 else {
            throw .invalidArgument("'\(signature)' is no signature")
        }
        return unsafe GVariantReference(sinking: g_variant_new_signature(signature))
    }

    private static func encode(bytes: [UInt8]) -> GVariantReference {
        unsafe withVariantType("y") { type in
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe GVariantReference(
                    sinking: g_variant_new_fixed_array(type, buffer.baseAddress, gsize(buffer.count), 1))
            }
        }
    }

    private static func encode(_ elements: [Variant], of element: String) throws(GLibError) -> GVariantReference {
        try element.checkNoNUL("an element type")
        // The indefinite types (`*`, `?`, `r`) are for matching: no value has one.
        guard unsafe g_variant_type_string_is_valid(element) != 0, !element.contains(where: { "*?r".contains($0) })
        else { throw .invalidArgument("'\(element)' is no type of an element") }
        for value in elements where value.signature != element {
            throw .invalidArgument("an element of type '\(value.signature)' in an array of '\(element)'")
        }
        let children = try elements.map { value throws(GLibError) in try encode(value) }
        return unsafe withVariantType(element) { type in
            unsafe withPointers(to: children) { pointers, count in
                unsafe GVariantReference(sinking: g_variant_new_array(type, pointers, count))
            }
        }
    }

    private static func encode(_ key: Variant, _ value: Variant) throws(GLibError) -> GVariantReference {
        guard key.signature.count == 1, key.signature != "v" else {
            throw .invalidArgument("'\(key.signature)' cannot be the key of a dictionary")
        }
        let (key, value) = (try encode(key), try encode(value))
        return unsafe GVariantReference(sinking: g_variant_new_dict_entry(key.pointer, value.pointer))
    }

    private static func encode(tuple members: [Variant]) throws(GLibError) -> GVariantReference {
        let children = try members.map { value throws(GLibError) in try encode(value) }
        return unsafe withPointers(to: children) { pointers, count in
            unsafe GVariantReference(sinking: g_variant_new_tuple(pointers, count))
        }
    }

    /// Lends the pointers of `children`, which stay alive for the time of `body`.
    private static func withPointers(
        to children: [GVariantReference],
        _ body: (UnsafeMutablePointer<OpaquePointer?>?, gsize) -> GVariantReference
    ) -> GVariantReference {
        var pointers: [OpaquePointer?] = unsafe children.map { unsafe $0.pointer }
        return withExtendedLifetime(children) {
            unsafe pointers.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress, gsize($0.count)) }
        }
    }
}
