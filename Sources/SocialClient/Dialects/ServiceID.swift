import FoundationEssentials

/// An id as services send it: a string, or a number that may be longer than a double is exact.
struct ServiceID: Decodable {
    /// Every digit of it, or the letters of services that number with letters.
    var digits: String

    /// A number with more digits is rounded on its way through `Decimal`: the id of another post, or of none.
    private static let mostDigits = 38

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            digits = text
        } else if let number = try? value.decode(UInt64.self) {
            digits = String(number)
        } else {
            let number = try value.decode(Decimal.self).description
            digits = number.utf8.count <= Self.mostDigits ? number : ""
        }
        guard Self.isID(digits) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "not an id")
        }
    }

    /// Ids are printed and sent again, so that nothing but what ids are made of passes.
    private static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 100
            && text.unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || $0.joinsHostCharacters }
    }
}
