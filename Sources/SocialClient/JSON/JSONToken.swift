/// A value or the name of a member, and where it stands in the text.
struct JSONToken {
    enum Kind: UInt8 {
        case object, array, string, number, yes, no, null
    }

    var kind: Kind
    /// Whether a string has a backslash in it.
    var hasEscapes = false
    /// The bytes between the quotes of a string, or those of a number.
    var start: UInt32
    var end: UInt32
    /// The index of the token after this value and all that is in it.
    var next: UInt32
}
