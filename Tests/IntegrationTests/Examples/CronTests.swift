import TestRig
import Testing

/// The cron job, run as cron runs it: by `sh -c`, with what a crontab and cron itself put into the environment.
@Suite("Examples: a cron job")
struct CronTests {
    @Test("one post a day, however often it runs, and no mail")
    func oncePerDay() async throws {
        try await withRig { rig in
            let job = try await Job(try await ExampleMachine(rig))
            try await job.machine.grant("cron/daily-post")
            for _ in 1...3 { #expect(try await job.run() == "0: ") }
            #expect(try await job.machine.posts().count == 1)
            // The next morning, with something new to tell.
            try await rig.server.reset()
            try rig.folder.write("2000-01-01\n", to: "home/.local/state/daily-post/day")
            #expect(try await job.run() == "0: ")
            #expect(try await job.machine.posts().count == 1)
        }
    }

    @Test("two that run at once make one post")
    func atOnce() async throws {
        try await withRig { rig in
            let job = try await Job(try await ExampleMachine(rig))
            try await job.machine.grant("cron/daily-post")
            async let first = job.run()
            async let second = job.run()
            #expect(try await [first, second] == ["0: ", "0: "])
            #expect(try await job.machine.posts().count == 1)
        }
    }

    @Test("without a grant: one mail with the line that grants it, and the next run posts")
    func notGranted() async throws {
        try await withRig { rig in
            let job = try await Job(try await ExampleMachine(rig))
            let mail = try await job.run()
            #expect(mail.hasPrefix("77: error: ") && mail.contains("\nnext: acctstore grant "), "\(mail)")
            #expect(try await job.run() == "77: ")
            try await job.machine.grant("cron/daily-post")
            #expect(try await job.run() == "0: ")
            #expect(try await job.machine.posts().count == 1)
        }
    }

    @Test("locked, or told to wait: no mail, and the next run tries again")
    func later() async throws {
        try await withRig { rig in
            let job = try await Job(try await ExampleMachine(rig))
            try await job.machine.grant("cron/daily-post")
            try await rig.gnomeKeyring.lock()
            #expect(try await job.run() == "79: ")
            try await rig.gnomeKeyring.unlock()
            try await rig.server.add(.answer(429, "", path: "/2/tweets"))
            #expect(try await job.run() == "75: ")
            #expect(try await job.machine.posts() == [])
            #expect(try await job.run() == "0: ")
            #expect(try await job.machine.posts().count == 1)
        }
    }

    @Test("an answer that was lost: one mail, and no second post on that day")
    func outcomeUnknown() async throws {
        try await withRig { rig in
            let job = try await Job(try await ExampleMachine(rig))
            try await job.machine.grant("cron/daily-post")
            var fault = Fault.answer(500, "", path: "/2/tweets")
            fault.process = true
            try await rig.server.add(fault)
            let mail = try await job.run()
            #expect(mail.hasPrefix("82: Look before you post by hand.\n") && mail.contains("\nerror: "), "\(mail)")
            #expect(try await job.run() == "0: ")
            #expect(try await job.machine.posts().count == 1)
        }
    }

    @Test("nobody is logged in, so there is no bus: one mail, and the next run tries again")
    func noSession() async throws {
        try await withRig { rig in
            let job = try await Job(try await ExampleMachine(rig))
            try await job.machine.grant("cron/daily-post")
            await rig.bus.stop()
            #expect(try await job.run().hasPrefix("69: error: "))
            #expect(try await job.run() == "69: ")
        }
    }
}

/// The job and its line of the crontab.
private struct Job {
    let machine: ExampleMachine
    private let command: String
    private let environment: [String: String]

    init(_ machine: ExampleMachine) async throws {
        self.machine = machine
        try machine.install("cron/daily-post")
        let lines = try PackageFiles.text("Examples/cron/crontab").split(separator: "\n").filter { !$0.hasPrefix("#") }
        let home = machine.rig.folder.path("home")
        // What cron sets, and where the bus is that a log-in has in /run/user.
        var environment = ["HOME": home, "LOGNAME": "alice", "SHELL": "/bin/sh", "PATH": "/usr/bin:/bin"]
        environment["XDG_RUNTIME_DIR"] = machine.rig.folder.path("run")
        for line in lines where !line.contains("* * *") {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            environment[parts[0]] = parts[1].replacing("/usr/local/bin", with: machine.rig.programs)
        }
        self.environment = environment
        let line = try #require(lines.first { $0.contains("* * *") })
        command = line.split(separator: " ").dropFirst(5).joined(separator: " ")
    }

    /// The status and what cron would mail.
    func run() async throws -> String {
        var program = machine.rig.program(["/bin/sh", "-c", command])
        program.environment = environment
        let ended = try await program.run()
        #expect(ended.err == "")
        return "\(ended.status): \(ended.out)"
    }
}
