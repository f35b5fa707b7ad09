/// The length of a text as a service counts it.
public struct TextMeasure: Sendable, Equatable {
    /// The length in the units that people see: "31 of 280".
    public let length: Int
    /// The greatest length that the service takes.
    public let limit: Int
    /// Whether the text holds a character that a post must not hold: U+FFFE, U+FEFF or U+FFFF.
    public let holdsInvalidCharacter: Bool
    /// How much of the text fits, from its start, in UTF-16 code units of the text as given.
    public let fittingUTF16Length: Int

    /// Whether there is something to post, and it fits.
    public var isValid: Bool { length > 0 && length <= limit && !holdsInvalidCharacter }

    /// By how much the text is too long; 0 when it fits.
    public var excess: Int { max(0, length - limit) }

    /// The length in thousandths of the limit, rounded down.
    public var permillage: Int { limit > 0 ? length * 1000 / limit : 0 }
}
