/// Values that lie deeper in a JSON text.
extension JSONText {
    /// Where the value stands that the names of members lead to, from the outermost object inwards; `nil` where one of
    /// them is not there.
    static func value(_ bytes: Span<UInt8>, at path: [String]) -> Range<Int>? {
        var range = 0..<bytes.count
        for name in path {
            guard let member = (try? members(of: bytes, in: range))?.first(where: { $0.name == name }) else {
                return nil
            }
            range = member.value
        }
        return range
    }

    /// A whole number from 0, which some servers write as a text.
    static func number(_ bytes: Span<UInt8>, at path: [String]) -> Int? {
        guard let range = value(bytes, at: path) else { return nil }
        return (digits(bytes, range) ?? text(bytes, range)).flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    }
}
