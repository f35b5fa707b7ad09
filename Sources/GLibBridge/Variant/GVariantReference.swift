internal import CGio

/// One owned reference to a GVariant. GVariants do not change and their count is atomic: they may cross threads.
@safe
final class GVariantReference: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes what a `g_variant_new_…` function gave: a floating reference, which becomes ours.
    init(sinking pointer: OpaquePointer) {
        unsafe self.pointer = g_variant_ref_sink(pointer)
    }

    /// Takes over a full reference, as `g_variant_get_child_value` gives it.
    init(taking pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit { unsafe g_variant_unref(pointer) }
}

/// A GVariantType for the time of one call; the macros that name the common ones are not imported.
func withVariantType<Result>(_ signature: String, _ body: (OpaquePointer) -> Result) -> Result {
    let type = unsafe g_variant_type_new(signature)
    defer { unsafe g_variant_type_free(type) }
    return unsafe body(type!)
}
