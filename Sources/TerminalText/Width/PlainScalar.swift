/// The characters of most writing, told apart by their numbers alone, which is much faster than Unicode's tables.
enum PlainScalar {
    /// One column.
    case narrow
    /// Two columns.
    case wide

    /// `nil` for a character that has to be looked at closely: it may join others, take no room, steer the terminal or
    /// the direction of writing. Between two plain ones there always is a boundary of grapheme clusters.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x58F, 0x1E00...0x1FFF: self = .narrow
        case 0x2010...0x2027, 0x2030...0x203B, 0x20A0...0x20BF: self = .narrow
        case 0x3001...0x3020, 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60:
            self = .wide
        default: return nil
        }
    }
}
