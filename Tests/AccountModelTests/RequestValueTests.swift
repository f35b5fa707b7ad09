import AccountModel
import Synchronization
import Testing

@Suite("Requests and answers")
struct RequestValueTests {
    private func body(_ chunks: [[UInt8]], count: Int? = nil) -> Body {
        let rest = Mutex(chunks[...])
        return Body(count: count) { () throws(BrokerError) in rest.withLock { $0.popFirst() } }
    }

    @Test("A body is collected whole up to its limit and refused beyond it")
    func collecting() async throws {
        #expect(try await body([[1, 2], [], [3]]).collect(upTo: 3) == [1, 2, 3])
        #expect(try await body([]).collect(upTo: 0) == [])
        await #expect(throws: BrokerError(.serviceRefused, "")) {
            try await body([[1, 2], [3, 4]], count: 1).collect(upTo: 3)
        }
    }

    @Test("A header field is found in any case, the first of several")
    func fields() {
        let headers = [HeaderField("date", "1"), HeaderField("DATE", "2")]
        #expect(headers[field: "Date"] == "1")
        #expect(headers[field: "Retry-After"] == nil)
    }
}
