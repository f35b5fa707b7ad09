/// Repetitions per second.
enum Rate {
    /// The medians of three works, measured in turns by the monotonic clock after one turn to warm up: whatever else the
    /// machine does meets all of them alike.
    static func medians(
        rounds: Int = 21, repetitions: Int = 5_000, _ first: () -> Void, _ second: () -> Void, _ third: () -> Void
    ) -> [Int] {
        var times: [[Duration]] = [[], [], []]
        for round in 0...rounds {
            let turn = [time(repetitions, first), time(repetitions, second), time(repetitions, third)]
            guard round > 0 else { continue }
            for (index, time) in turn.enumerated() { times[index].append(time) }
        }
        return times.map { Int(Double(repetitions) / ($0.sorted()[rounds / 2] / .seconds(1))) }
    }

    private static func time(_ repetitions: Int, _ work: () -> Void) -> Duration {
        ContinuousClock().measure { for _ in 0..<repetitions { work() } }
    }
}
