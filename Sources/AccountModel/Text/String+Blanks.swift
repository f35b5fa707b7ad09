extension String {
    /// Without the blanks of every kind (Unicode's White_Space) at both ends.
    package var trimmingBlanks: String {
        let start = unicodeScalars.drop(while: \.properties.isWhitespace)
        let blanks = start.reversed().prefix(while: \.properties.isWhitespace).count
        return String(start.dropLast(blanks))
    }
}
