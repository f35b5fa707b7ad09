internal import CGio

extension Variant {
    /// Copies a GVariant of another library. Borrowed.
    package init(copying pointer: OpaquePointer) {
        self = unsafe VariantDecoder.decode(pointer)
    }

    /// Copies a GVariant that a function gave away, floating or not, and lets it go.
    package init(taking pointer: OpaquePointer) {
        let reference = unsafe GVariantReference(taking: g_variant_take_ref(pointer))
        self = unsafe VariantDecoder.decode(reference.pointer)
    }

    /// Lends the value to another library as a GVariant.
    package func withGVariant<Result>(_ body: (OpaquePointer) -> Result) throws(GLibError) -> Result {
        let reference = try VariantEncoder.encode(self)
        return unsafe body(reference.pointer)
    }
}
