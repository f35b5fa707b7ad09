import GLibBridge

/// How many columns of a terminal text takes.
///
/// Counted by grapheme clusters: a family joined into one emoji, a flag or a letter with its accents is one thing, which
/// is shown, cut and counted as a whole. What Unicode calls ambiguous counts as 1, as terminals show it unless their
/// person reads East Asian languages and says so.
package enum DisplayWidth {
    package static func columns(_ text: String) -> Int {
        text.reduce(0) { $0 + columns($1) }
    }

    package static func columns(_ cluster: Character) -> Int {
        columns(cluster.unicodeScalars)
    }

    /// - Parameter cluster: the scalars of one grapheme cluster.
    static func columns(_ cluster: some Collection<Unicode.Scalar>) -> Int {
        guard let first = cluster.first else { return 0 }
        let rest = cluster.dropFirst()
        guard !rest.isEmpty else { return columns(first) }
        if first.properties.isEmoji, isWide(first) || rest.contains(where: makesPicture) { return 2 }
        // Marks that stand beside their letter, as in Tamil, take a column in the terminals that we know.
        return cluster.reduce(0) { $0 + columns($1) }
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20..<0x7F: 1
        case ..<0xA0: 0
        case ..<0x300: scalar.value == 0xAD ? 0 : 1
        default: UnicodeWidth.isZero(scalar) ? 0 : isWide(scalar) ? 2 : 1
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x1100 && UnicodeWidth.isWide(scalar)
    }

    /// The selector of the emoji's picture, and the tones of skin, which only pictures have.
    private static func makesPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0xFE0F || (0x1F3FB...0x1F3FF).contains(scalar.value)
    }
}
