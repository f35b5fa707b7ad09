import Testing

@testable import SocialClient

@Suite struct PostNumberTests {
    @Test(arguments: [
        ("9", "10", true), ("10", "9", false), ("10", "10", false), ("009", "10", true), ("0", "1", true),
        ("267081518403440641", "267081518403440642", true),
        ("99999999999999999999999999", "100000000000000000000000000", true),
    ])
    func idsAreComparedAsNumbersOfAnyLength(first: String, second: String, isLess: Bool) {
        #expect(PostNumber.isLess(first, second) == isLess)
    }

    @Test(arguments: [
        ("267081518403440641", "267081518403440640"), ("1000", "999"), ("2", "1"), ("1", nil), ("0", nil), ("", nil),
        ("000", nil), ("0100", "99"), ("100000000000000000000000000000", "99999999999999999999999999999"),
    ])
    func theNumberBeforeKeepsEveryDigit(number: String, before: String?) {
        #expect(PostNumber.before(number) == before)
    }
}
