import AccountModel
import FoundationEssentials
import Testing

@testable import SocialClient

@Suite("How long to wait")
struct RateLimitTests {
    /// 2023-11-14T22:13:20Z
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func wait(_ fields: [(String, String)]) -> Int? {
        RateLimit.secondsToWait(fields.map { HeaderField($0.0, $0.1) }, now: Self.now)
    }

    @Test(
        "in every form of a time",
        arguments: [
            ("x-rate-limit-reset", "1700000300", 300), ("X-Rate-Limit-Reset", "1700000300.0", 300),
            ("x-rate-limit-reset", "1700000300000", 300), ("X-RateLimit-Reset", "2023-11-14T22:18:20.000Z", 300),
            ("X-RateLimit-Reset", "2023-11-14T22:18:20Z", 300), ("RateLimit-Reset", "300", 300),
            ("Retry-After", "60", 60), ("Retry-After", "Tue, 14 Nov 2023 22:14:20 GMT", 60),
        ])
    func forms(name: String, value: String, seconds: Int) {
        #expect(wait([(name, value)]) == seconds)
    }

    @Test(
        "what has passed, is far off or makes no sense names no time",
        arguments: [
            ("x-rate-limit-reset", "1699999160"), ("x-rate-limit-reset", "0"), ("x-rate-limit-reset", "-5"),
            ("x-rate-limit-reset", "1e300"), ("x-rate-limit-reset", "nan"), ("x-rate-limit-reset", "inf"),
            ("x-rate-limit-reset", "soon"), ("x-rate-limit-reset", ""), ("x-rate-limit-reset", "2022-11-14T22:18:20Z"),
            ("Retry-After", "99999999999999"), ("Retry-After", "-60"), ("Retry-After", "0"),
            ("Retry-After", "Mon, 13 Nov 2023 22:14:20 GMT"), ("x-rate-limit-remaining", "800"),
        ])
    func nothingSaid(name: String, value: String) {
        #expect(wait([(name, value)]) == nil)
        #expect(RateLimit.nextStep([HeaderField(name, value)], now: Self.now) == "try again later")
    }

    @Test("of several limits the one that is used up counts, and 800 requests left do not mean that there is no wait")
    func several() {
        let day = [("x-app-limit-24hour-remaining", "0"), ("x-app-limit-24hour-reset", "1700050000")]
        let quarter = [("x-rate-limit-remaining", "800"), ("x-rate-limit-reset", "1700000300")]
        #expect(wait(quarter + day) == 50_000)
        #expect(wait(quarter) == 300)
        #expect(wait(quarter + [("Retry-After", "5")]) == 5)
        #expect(wait(quarter + [("Retry-After", "rubbish")]) == 300)
    }

    @Test("the service's own clock counts where the answer has it")
    func clocks() {
        #expect(wait([("Date", "Tue, 14 Nov 2023 22:15:20 GMT"), ("x-rate-limit-reset", "1700000300")]) == 180)
    }

    @Test("the time is told with its day where that is another one")
    func words() {
        let soon = RateLimit.nextStep([HeaderField("Retry-After", "60")], now: Self.now)
        #expect(soon.contains(/^try again (on [0-9-]+ )?at [0-9]{2}:[0-9]{2} \(in 60 seconds\)$/))
        let later = RateLimit.nextStep([HeaderField("Retry-After", "200000")], now: Self.now)
        #expect(later.contains(/^try again on 2023-11-1[67] at [0-9]{2}:[0-9]{2} \(in 200000 seconds\)$/))
    }
}
