import TestRig

/// What a person at a terminal does in many tests.
extension Rig {
    /// Opens a terminal and keeps the key of the test service's app.
    func terminalWithApp() async throws -> Terminal {
        let terminal = try await terminal()
        let secret = try folder.write(TestService.Known.consumerSecret, to: "input/app")
        let command = "acctstore app set local --key \(TestService.Known.consumerKey) --secret-stdin <\(secret)"
        try await terminal.mustRun(command)
        return terminal
    }

    /// Opens a terminal and stores the accounts of these people, who get the numbers 1, 2, …
    func terminal(with people: TestService.Person...) async throws -> Terminal {
        let terminal = try await terminalWithApp()
        for person in people {
            try await terminal.mustRun("acctstore add local --token-stdin <\(try tokens(of: person))")
        }
        return terminal
    }

    /// A file with the tokens of somebody, as `add --token-stdin` reads them; answers its path.
    func tokens(of person: TestService.Person) throws -> String {
        try folder.write(person.tokenLine, to: "input/\(person.name)")
    }

    /// The one test service, which every rig has that was not told otherwise.
    var server: TestService {
        get throws {
            guard let service else { throw RigError("this rig has no test service") }
            return service
        }
    }

    /// The one keyring, which every rig has that was not told otherwise.
    var gnomeKeyring: GnomeKeyring {
        get throws {
            guard let keyring else { throw RigError("this rig has no keyring") }
            return keyring
        }
    }

    /// What another's program finds of one schema in the keyring.
    ///
    /// - Parameter environment: of the session whose keyring is asked, where that is another one than the rig's.
    func items(_ schema: String, in environment: [String: String]? = nil) async throws -> [KeyringItem] {
        let command = ["secret-tool", "search", "--all", "--unlock", "xdg:schema", "org.acctstore.\(schema)"]
        var program = program(command)
        if let environment { program.environment = environment }
        let found = try await program.run()
        // secret-tool tells secrets and labels on stdout, attributes on stderr.
        return KeyringItem.items(out: found.out, err: found.err)
    }
}

extension Terminal {
    /// Answers a question with yes.
    func confirm(_ question: String) async throws {
        try await waitFor("\(question) yes, no: ")
        try type("yes\n")
    }

    /// Runs a command that prepares a test, and answers its stdout.
    @discardableResult
    func mustRun(_ command: String) async throws -> String {
        let result = try await run(command)
        guard result.status == 0 else { throw RigError("\(command): \(result.status), \(result.err)") }
        return result.out
    }
}
