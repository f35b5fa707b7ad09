import AccountModel
import CommandLineKit

/// A length of time: a number with m, h or d.
struct TimeSpan: ArgumentValue, Equatable {
    static let expectation: String? = "a number with m, h or d, such as 8h, and ten years at most"

    let seconds: Int

    init?(argument: RawArgument) {
        let units: [Character: Int] = ["m": 60, "h": 3600, "d": 86400]
        guard let text = argument.text, let unit = text.last.flatMap({ units[$0] }) else { return nil }
        let digits = text.dropLast()
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(digits), number > 0
        else { return nil }
        let (seconds, overflows) = number.multipliedReportingOverflow(by: unit)
        guard !overflows, seconds <= Grant.longestDuration else { return nil }
        self.seconds = seconds
    }
}
