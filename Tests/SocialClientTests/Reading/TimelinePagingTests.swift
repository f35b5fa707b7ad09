import AccountModel
import SocialClient
import Testing

/// Reading past a page where pages are asked for by `max_id`.
@Suite struct TimelinePagingTests {
    /// What a service of API v1.1 does with `max_id`.
    enum Habit: String, CaseIterable, Sendable {
        case inclusive, exclusive, ignored
    }

    /// A service with posts of the given ids, newest first.
    private func service(_ ids: [Int], _ habit: Habit = .inclusive) -> AnsweringService {
        AnsweringService { asked in
            let last = asked["max_id"].flatMap { Int($0) } ?? .max
            let older = ids.filter {
                switch habit {
                case .inclusive: $0 <= last
                case .exclusive: $0 < last
                case .ignored: true
                }
            }
            let page = older.prefix(asked["count"].flatMap { Int($0) } ?? 20)
            return (200, "[" + page.map { #"{"id":\#($0),"text":"post \#($0)"}"# }.joined(separator: ",") + "]")
        }
    }

    private func read(_ service: AnsweringService, _ count: Int) async throws -> [String] {
        var pages = try service.client(.twitter11).timeline(.home, count: count)
        return try await pages.rest().joined().map(\.id)
    }

    @Test func fortyFivePostsComeOnceEachThoughThousandsAreWanted() async throws {
        let ids = Array((9_000_000_000_000_000_001...9_000_000_000_000_000_045).reversed())
        let service = service(ids)
        #expect(try await read(service, 3000) == ids.map(String.init))
        #expect(service.asked.map { $0["max_id"] } == [nil, "9000000000000000000"])
        #expect(service.asked.first?["count"] == "200")
    }

    @Test(arguments: [3000, 60]) func aServerThatPassesOverTheCursorIsAskedTwice(count: Int) async throws {
        let ids = Array((101...145).reversed())
        let service = service(ids, .ignored)
        #expect(try await read(service, count) == ids.map(String.init))
        #expect(service.asked.count == 2)
    }

    @Test func idsWithGapsLoseNothingWhereTheCursorIsExclusive() async throws {
        let ids = stride(from: 1000, to: 0, by: -2).map { $0 }
        #expect(try await read(service(ids, .exclusive), 500) == ids.map(String.init))
    }

    @Test func postsBeyondAPageComeWithFewRequests() async throws {
        let ids = Array((1...1000).reversed())
        let service = service(ids)
        #expect(try await read(service, 450) == ids.prefix(450).map(String.init))
        #expect(service.asked.count == 3)
        #expect(service.asked.last?["max_id"] == "600")
    }

    @Test func noMoreIsAskedForThanIsWanted() async throws {
        let service = service(Array((1...1000).reversed()))
        #expect(try await read(service, 5).count == 5)
        #expect(service.asked.map { $0["count"] } == ["5"])
        #expect(try await read(service, 0).isEmpty)
        #expect(service.asked.count == 1)
    }

    @Test func theFirstPostOfAllIsTheEnd() async throws {
        // A max_id of 0 is none at all for some.
        let service = service([3, 2, 1])
        #expect(try await read(service, 100) == ["3", "2", "1"])
        #expect(service.asked.count == 1)
    }

    @Test func aShortPageIsNotTheEnd() async throws {
        let service = AnsweringService { asked in
            switch asked["max_id"] {
            case nil: (200, #"[{"id":90},{"id":80}]"#)
            case "79": (200, #"[{"id":70}]"#)
            default: (200, "[]")
            }
        }
        #expect(try await read(service, 100) == ["90", "80", "70"])
    }

    @Test func idsOfLettersAreNotComparedAndNotRepeated() async throws {
        let ids = ["01J9Z", "01B2A", "01C7Q", "01A1A"]
        let service = AnsweringService { asked in
            let start = asked["max_id"].flatMap { ids.firstIndex(of: $0) } ?? 0
            let page = ids[start...].prefix(2)
            return (200, "[" + page.map { #"{"id":"\#($0)"}"# }.joined(separator: ",") + "]")
        }
        #expect(try await read(service, 100) == ids)
    }

    @Test func aPageOutOfOrderLosesNothing() async throws {
        let service = AnsweringService { asked in
            asked["max_id"] == nil ? (200, #"[{"id":9},{"id":100},{"id":20}]"#) : (200, "[]")
        }
        #expect(try await read(service, 100) == ["9", "100", "20"])
        #expect(service.asked.last?["max_id"] == "8")
    }

    @Test(arguments: ["", "<html><title>Over capacity</title></html>", "{}", "null", #"[{"id":1}"#, "Over capacity"])
    func whatIsNoPageIsNeverAnEmptyTimeline(body: String) async throws {
        for dialect in [ServiceProfile.Dialect.twitter11, .twitter2] {
            var pages = try AnsweringService(body).client(dialect).timeline(.home, count: 20)
            await #expect(throws: BrokerError(.serviceRefused, "")) { try await pages.next() }
        }
    }

    @Test func onePostThatIsBrokenHidesNoOther() async throws {
        let service = AnsweringService { asked in
            asked["max_id"] == nil
                ? (200, #"[{"id":3},null,7,"Over capacity",[],{},{"text":"no id"},{"id":true,"id_str":[]},{"id":2}]"#)
                : (200, #"[{"id":1},{"id":null}]"#)
        }
        var pages = try service.client(.twitter11).timeline(.home, count: 3)
        #expect(try await pages.rest().joined().map(\.id) == ["3", "2", "1"])
        #expect(pages.unreadable == 8)
    }
}
