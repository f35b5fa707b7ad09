import AccountModel
import SocialClient
import Testing

/// Reading past a page where pages are asked for by a token.
@Suite struct Twitter2PagingTests {
    private func page(_ ids: [Int], next: String?) -> String {
        let data = ids.isEmpty ? "" : #""data":["# + ids.map { #"{"id":"\#($0)"}"# }.joined(separator: ",") + "],"
        let token = next.map { #","next_token":"\#($0)""# } ?? ""
        return "{\(data)\"meta\":{\"result_count\":\(ids.count)\(token)}}"
    }

    private func read(
        _ service: AnsweringService, _ source: TimelineSource = .home, count: Int
    ) async throws -> [String] {
        var pages = try service.client(.twitter2).timeline(source, count: count)
        return try await pages.rest().joined().map(\.id)
    }

    @Test(arguments: [(.home, "pagination_token"), (.search("x"), "next_token")] as [(TimelineSource, String)])
    func pagesFollowTheTokenToTheEnd(source: TimelineSource, name: String) async throws {
        let (first, last) = (page([9, 8], next: "abc"), page([7], next: nil))
        let service = AnsweringService { asked in (200, asked[name] == "abc" ? last : first) }
        #expect(try await read(service, source, count: 300) == ["9", "8", "7"])
        #expect(service.asked.map { $0[name] } == [nil, "abc"])
    }

    @Test func morePostsThanWantedAreCutAndNoPageIsAskedForInVain() async throws {
        let body = page(Array(1...10), next: "abc")
        let service = AnsweringService(body)
        #expect(try await read(service, .search("x"), count: 3) == ["1", "2", "3"])
        #expect(service.asked.count == 1)
    }

    @Test func aTokenThatIsPassedOverEnds() async throws {
        let stuck = AnsweringService(page([9, 8], next: "t1"))
        #expect(try await read(stuck, count: 300) == ["9", "8"])
        #expect(stuck.asked.count == 2)
    }

    @Test func emptyPagesBetweenOthersAreGonePast() async throws {
        let (empty, last) = (page([], next: "abc"), page([7], next: nil))
        let service = AnsweringService { asked in (200, asked["pagination_token"] == nil ? empty : last) }
        #expect(try await read(service, count: 10) == ["7"])
    }

    @Test(arguments: [#"{"meta":{"result_count":0}}"#, #"{"data":[],"meta":{"result_count":0}}"#, #"{"data":[]}"#])
    func anEmptyTimelineHasDataOrNot(body: String) async throws {
        let service = AnsweringService(body)
        #expect(try await read(service, count: 10).isEmpty)
        #expect(service.asked.count == 1)
    }

    @Test(arguments: [
        #"{"errors":[{"detail":"not authorized to see the user","title":"Authorization Error"}]}"#,
        #"{"errors":[{"detail":"not authorized to see the user"}],"meta":{"result_count":0}}"#,
    ])
    func anAnswerOfErrorsAloneIsAnErrorWithTheReason(body: String) async throws {
        let service = AnsweringService(body)
        let error = await #expect(throws: BrokerError.self) { _ = try await read(service, count: 10) }
        #expect(error?.code == .serviceRefused)
        #expect(error?.message.contains("not authorized to see the user") == true)
    }

    @Test func aMissingPostIsAnErrorWithTheReason() async throws {
        let service = AnsweringService(
            #"{"errors":[{"value":"20","detail":"Could not find tweet with id: [20].","title":"Not Found Error","#
                + #""resource_type":"tweet","parameter":"id","resource_id":"20","#
                + #""type":"https://api.x.com/2/problems/resource-not-found"}]}"#)
        let error = await #expect(throws: BrokerError.self) {
            _ = try await service.client(.twitter2).post(withID: "20")
        }
        #expect(error?.code == .serviceRefused)
        #expect(error?.message.contains("Could not find tweet") == true)
    }

    @Test func aNameThatNobodyHasIsAnErrorBeforeItsPosts() async throws {
        let service = AnsweringService(#"{"errors":[{"detail":"Could not find user with username: [bob]."}]}"#)
        let error = await #expect(throws: BrokerError.self) { _ = try await read(service, .user("bob"), count: 10) }
        #expect(error?.code == .serviceRefused)
        #expect(service.asked.count == 1)
    }
}
