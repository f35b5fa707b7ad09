import TestRig
import Testing

/// The handle on the test service; what the service itself does is tested beside it, in Python.
@Suite("The test service")
struct TestServiceTests {
    private let update = "/1.1/statuses/update.json"
    private let publicTimeline = "1.1/statuses/public_timeline.json"

    @Test("a request without a signature is refused, and what was sent is in the log")
    func logsAndJudges() async throws {
        try await withService { service in
            let outcome = try await post("status=a%26b", to: service)
            #expect(outcome.out.contains(#""code": 215"#))
            let log = try await service.log()
            let request = try #require(log.last)
            #expect(request.path == update)
            #expect(request.formValue("status") == "a&b")
            #expect(request.status == 400)
            #expect(request.verdict?.valid == false)
            #expect(try await service.posts() == [])
        }
    }

    @Test("faults are made as asked and end by themselves")
    func faults() async throws {
        try await withService { service in
            try await service.add(.answer(503, "<h1>busy</h1>", type: "text/html", path: update))
            #expect(try await post("status=x", to: service).out == "<h1>busy</h1>")
            var dropped = Fault(path: update)
            dropped.drop = 0
            try await service.add(dropped)
            #expect(try await post("status=x", to: service).status == 52)
            #expect(try await post("status=x", to: service).status == 0)
            try await service.reset()
            #expect(try await service.log().isEmpty)
        }
    }

    @Test("posts that were planted are read back, in the shape that the options ask for")
    func seedAndOptions() async throws {
        try await withService { service in
            let ids = try await service.seed([SeededPost("R&D {n}", by: "carol", count: 2), .broken("null")])
            try await service.seed([.reply("yes", to: ids[0], by: "alice"), .repost(of: ids[1], by: "bob")])
            let twitter = try await get(publicTimeline, from: service)
            #expect(twitter.contains(#""full_text": "RT @carol: R&amp;D 2""#))
            #expect(twitter.contains(#""in_reply_to_status_id_str": "\#(ids[0])""#))
            #expect(twitter.contains("null, {"))

            var options = ServiceOptions()
            options.shape = .gnusocial
            options.pageLimit = 1
            try await service.set(options)
            let other = try await get("api/statuses/user_timeline.json?screen_name=carol", from: service)
            #expect(other.contains(#""text": "R&D 2""#))
            #expect(!other.contains("id_str") && !other.contains("R&D 1"))
        }
    }

    @Test("refusals come by code and by the name of a problem, in the shape that is asked for")
    func refusals() async throws {
        try await withService { service in
            try await service.add(.code(187, .xml))
            #expect(try await get("", from: service).contains(#"<error code="187">"#))
            try await service.add(.problem("usage-capped", .problemInErrors))
            #expect(try await get("", from: service).hasPrefix(#"{"errors""#))
            try await service.add(.rateLimit(RateLimitHeaders(reset: 60, form: .iso, retryAfter: 60)))
            #expect(try await get("", from: service).contains(#""code": 88"#))
            var deep = Fault()
            deep.make = .nested(10_000)
            try await service.add(deep)
            #expect(try await get("", from: service).utf8.count == 20_000)
        }
    }

    @Test("it speaks TLS with a certificate of its own authority, straight and through a proxy with a password")
    func secure() async throws {
        try await withService { service in
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let good = try await service.openTLS()
            let authority = try folder.write(good.authority, to: "ca.pem")
            #expect(try await curl("--cacert", authority, good.base + publicTimeline).out == "[]")
            let expired = try await service.openTLS(.expired)
            #expect(try await curl("--cacert", authority, expired.base + publicTimeline).status == 60)

            let proxy = try await service.openProxy(
                routes: ["\(good.host):443": good.port], user: "me", password: "secret")
            let through = ["--cacert", authority, "https://\(good.host)/" + publicTimeline, "-x"]
            #expect(try await curl(through + ["http://127.0.0.1:\(proxy)"]).status == 56)
            #expect(try await curl(through + ["http://me:secret@127.0.0.1:\(proxy)"]).out == "[]")
            #expect(try await service.proxied().map(\.status) == [407, 200])
        }
    }

    @Test("a rig describes the same service as one of each version, where a test asks for both")
    func twoDescriptions() async throws {
        var options = RigOptions()
        options.describesModern = true
        try await withRig(options) { rig in
            let described = try #require(rig.folder.read("home/.config/acctstore/services/modern.conf"))
            #expect(described.contains("dialect=twitter-2\napi=\(try rig.server.base)\n"))
        }
    }

    @Test("it ends when it is told to")
    func ends() async throws {
        let service = try await TestService.start()
        await service.stop()
        await #expect(throws: RigError.self) { _ = try await service.log() }
    }

    private func withService(_ body: (TestService) async throws -> Void) async throws {
        let service = try await TestService.start()
        do {
            try await body(service)
        } catch {
            await service.stop()
            throw error
        }
        #expect(service.errors == "")
        await service.stop()
    }

    private func get(_ target: String, from service: TestService) async throws -> String {
        let separator = target.contains("?") ? "&" : "?"
        let url = service.base + target + separator + "tweet_mode=extended"
        return try await curl(url).out
    }

    private func curl(_ arguments: String...) async throws -> Outcome {
        try await curl(arguments)
    }

    private func curl(_ arguments: [String]) async throws -> Outcome {
        try await Program(["/usr/bin/curl", "-s"] + arguments, environment: [:]).run()
    }

    private func post(_ form: String, to service: TestService) async throws -> Outcome {
        let url = service.base + update.dropFirst()
        return try await curl("--data-raw", form, url)
    }
}
