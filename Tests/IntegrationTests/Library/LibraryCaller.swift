import TestRig

/// A program in C that uses the library, in a rig whose person has an account.
struct LibraryCaller {
    let rig: Rig
    let terminal: Terminal
    let library: InstalledLibrary
    /// The program: `Programs/caller.c` says how it is called.
    let path: String
    /// The UUID of the account, which has the number 1.
    let account: String
    /// An address that can be read from.
    let url: String

    /// - Parameter options: what the program is granted: of `acctstore grant`; nil for nothing.
    init(in rig: Rig, granted options: String? = "") async throws {
        self.rig = rig
        terminal = try await rig.terminal(with: TestService.Known.alice)
        library = try await InstalledLibrary(in: rig.folder)
        path = try await library.build("Tests/IntegrationTests/Library/Programs/caller.c", as: "home/bin/caller")
        account = try await terminal.mustRun("acctstore list --json | jq -r '.[0].id'").filter { !$0.isNewline }
        url = try rig.server.base + "1.1/statuses/home_timeline.json"
        if let options { try await terminal.mustRun("acctstore grant \(path) 1 \(options)") }
    }

    /// Builds another program, and grants it the account.
    func program(_ name: String) async throws -> String {
        let program = try await library.build(
            "Tests/IntegrationTests/Library/Programs/\(name).c", as: "home/bin/\(name)")
        try await terminal.mustRun("acctstore grant \(program) 1")
        return program
    }

    /// Runs the program without a terminal.
    func run(_ arguments: String..., input: Program.Input = .none) async throws -> Outcome {
        try await rig.program([path] + arguments, input: input).run()
    }
}

/// The codes of `acctstore.h`.
enum LibraryCode {
    static let invalidArgument: Int32 = 2
    static let noSuchAccount: Int32 = 6
    static let unavailable: Int32 = 7
    static let accessDenied: Int32 = 11
    static let cancelled: Int32 = 14
    static let outcomeUnknown: Int32 = 16
    static let timedOut: Int32 = 17
}
