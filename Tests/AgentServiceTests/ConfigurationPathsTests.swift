import AccountModel
import AgentService
import Glibc
import TestRig
import Testing

@Suite("The person's folders")
struct ConfigurationPathsTests {
    @Test("Variables count where they are absolute, else the home folder does")
    func variables() throws {
        let standard = try AgentPaths(environment: ["HOME": "/home/alice", "XDG_STATE_HOME": "state"])
        #expect(standard.configurationFile == "/home/alice/.config/acctstore/acctstore.conf")
        #expect(standard.services == "/home/alice/.config/acctstore/services")
        #expect(standard.data == "/home/alice/.local/share/acctstore")
        #expect(standard.state == "/home/alice/.local/state/acctstore")
        let given = try AgentPaths(environment: [
            "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s",
        ])
        #expect(given.configuration == "/c/acctstore")
        #expect(given.data == "/d/acctstore")
        #expect(given.state == "/s/acctstore")
    }

    @Test("Without a home there is no place", arguments: [[:], ["HOME": ""], ["HOME": "home"]])
    func noHome(environment: [String: String]) {
        #expect(throws: BrokerError(.notConfigured, "")) { try AgentPaths(environment: environment) }
    }

    @Test("The folder of the state is the owner's alone, also one that was there", arguments: [true, false])
    func stateFolder(isThere: Bool) throws {
        try withFolder { folder in
            let paths = try AgentPaths(environment: ["HOME": folder.path])
            if isThere {
                try folder.makeFolder(".local/state/acctstore")
                // SAFETY: the path is a C string for the length of the call.
                #expect(unsafe chmod(paths.state, 0o755) == 0)
            }
            try paths.makeStateFolder()
            #expect(mode(of: paths.state) == 0o700)
            #expect(mode(of: folder.path(".local/state")) == 0o700)
            try paths.makeStateFolder()
        }
    }

    @Test("A link or a file in its place is not followed")
    func links() throws {
        try withFolder { folder in
            let paths = try AgentPaths(environment: ["HOME": folder.path, "XDG_STATE_HOME": folder.path])
            let elsewhere = try folder.makeFolder("elsewhere")
            // SAFETY: the paths are C strings for the length of the call.
            #expect(unsafe symlink(elsewhere, paths.state) == 0)
            #expect(throws: BrokerError(.fileError, "")) { try paths.makeStateFolder() }
            // SAFETY: as above.
            #expect(unsafe unlink(paths.state) == 0)
            try folder.write("", to: "acctstore")
            #expect(throws: BrokerError(.fileError, "")) { try paths.makeStateFolder() }
        }
    }

    private func mode(of path: String) -> UInt32 {
        var status = stat()
        // SAFETY: stat(2) fills the structure it is given.
        return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
}
