import OAuth
import Testing

@Suite("How often a service is asked for a device's token")
struct DevicePollingTests {
    @Test(
        "as often as it says; where it says nothing of use, every five seconds, or twice in a code's life",
        arguments: [
            (7, 1800, 7), (nil, 1800, 5), (0, 1800, 1), (0.2, 1800, 1), (-5, 1800, 5), (3600, 1800, 5), (60, 10, 5),
            (nil, 4, 2), (-1, 2, 1), (9, 1, 1), (400, 900, 300), (.nan, 60, 5), (.infinity, 60, 5), (nil, 0.5, 0.5),
        ] as [(Double?, Double, Double)])
    func interval(said: Double?, life: Double, taken: Double) {
        let polling = DevicePolling(interval: said, life: life)
        #expect(polling.interval == taken)
        #expect(polling.goesOn)
    }

    @Test("five seconds where nothing is said, five more where it is too fast, twice as long without an answer")
    func intervals() {
        var polling = DevicePolling(interval: nil, life: 60)
        #expect(polling.interval == 5)
        polling.take(.pending)
        #expect(polling.interval == 5)
        polling.take(.slowDown)
        #expect(polling.interval == 10)
        polling.take(.unreachable)
        #expect(polling.interval == 20)
        for _ in 1...10 { polling.take(.unreachable) }
        #expect(polling.interval == 300)
    }

    @Test("it never asks without a pause, and stops when the code is no longer good", arguments: [0.0, 1, 2, 7])
    func end(interval: Double) {
        var polling = DevicePolling(interval: interval, life: 14)
        var questions = 0
        while polling.goesOn {
            polling.pause()
            questions += 1
        }
        #expect(questions == Int(14 / max(interval, 1)))
    }
}
