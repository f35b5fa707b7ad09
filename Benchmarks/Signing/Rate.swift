/// Repetitions per second.
enum Rate {
    /// The median of several rounds after one to warm up, by the monotonic clock.
    static func median(rounds: Int = 7, repetitions: Int = 50_000, _ work: () -> Void) -> Int {
        for _ in 0..<(repetitions / 10) { work() }
        let clock = ContinuousClock()
        let times = (0..<rounds).map { _ in
            clock.measure { for _ in 0..<repetitions { work() } }
        }
        let time = times.sorted()[rounds / 2]
        return Int(Double(repetitions) / (time / .seconds(1)))
    }
}
