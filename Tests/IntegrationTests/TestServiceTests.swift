import TestRig
import Testing

/// The handle on the test service; what the service itself does is tested beside it, in Python.
@Suite("The test service")
struct TestServiceTests {
    private let update = "/1.1/statuses/update.json"

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

    private func post(_ form: String, to service: TestService) async throws -> Outcome {
        let url = service.base + update.dropFirst()
        return try await Program(["/usr/bin/curl", "-s", "--data-raw", form, url], environment: [:]).run()
    }
}
