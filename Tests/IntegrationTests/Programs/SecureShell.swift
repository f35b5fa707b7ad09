import TestRig

/// An sshd for one user on the loopback, and the client's side of it.
struct SecureShell {
    /// A list of users in which the rig's has a shell and the rig's home.
    let users: String
    let configuration: String
    private let port: String
    private let key: String
    private let rig: Rig

    /// Makes keys and files; nothing is started.
    static func files(in rig: Rig) async throws -> SecureShell {
        let folder = rig.folder
        try folder.makeFolder("ssh")
        for name in ["host", "user"] {
            let made = try await rig.program(
                ["/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.path("ssh/\(name)")]
            ).run()
            guard made.status == 0 else { throw RigError("ssh-keygen: \(made.err)") }
        }
        let free = try await rig.program(
            [
                "/usr/bin/python3", "-c",
                "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])",
            ]
        ).run()
        let port = String(free.out.filter(\.isNumber))
        let configuration = try folder.write(
            """
            Port \(port)
            ListenAddress 127.0.0.1
            HostKey \(folder.path("ssh/host"))
            AuthorizedKeysFile \(folder.path("ssh/user.pub"))
            PidFile none
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            PrintMotd no
            PrintLastLog no

            """, to: "ssh/configuration")
        let users = try folder.write(
            """
            root:x:0:0:root:/root:/bin/sh
            sshd:x:\(SecureShell.separated):65534::/run/sshd:/usr/sbin/nologin
            nobody:x:\(folder.user.uid):\(folder.user.gid):nobody:\(folder.path("home")):/bin/bash

            """, to: "ssh/users", mode: 0o644)
        return SecureShell(
            users: users, configuration: configuration, port: port, key: folder.path("ssh/user"), rig: rig)
    }

    /// A uid that nothing else here has, for the part of sshd that has no rights.
    private static let separated = 64123

    /// - Parameter command: `nil` for a log-in.
    func client(_ options: [String], _ command: String?, input: Program.Input = .none) -> Program {
        let settings = [
            "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "IdentitiesOnly=yes",
        ]
        return rig.program(
            ["/usr/bin/ssh", "-F", "none", "-p", port, "-i", key] + settings.flatMap { ["-o", $0] } + options
                + ["nobody@127.0.0.1"] + (command.map { [$0] } ?? []), input: input)
    }
}
