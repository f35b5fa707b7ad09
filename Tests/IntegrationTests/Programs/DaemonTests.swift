import TestRig
import Testing

/// Root's daemons that start programs for a person: Debian's own cron and sshd, run by root in a mount namespace in which
/// the machine's tables and users are the test's. Only root can run them, so that others skip this.
@Suite("A program that a daemon of root's started", .enabled(if: RigUser.rig != .current))
struct DaemonTests {
    @Test("by cron is cron, whatever the line of the table runs but a script of its own")
    func cron() async throws {
        try await withRig { rig in
            _ = try await rig.terminal(with: TestService.Known.alice)
            let home = rig.folder.path("home")
            let script = try rig.script("job", "#!/bin/sh\n\(try rig.asking)\ntrue\n")
            let table = try rig.folder.write(
                """
                DBUS_SESSION_BUS_ADDRESS=\(rig.bus.address)
                HOME=\(home)
                @reboot \(try rig.asking) 2>part; mv part line
                @reboot \(script) 2>part-2; mv part-2 script

                """, to: "crontab")
            let place = try await RootPlace.open(
                on: rig,
                """
                mount -t tmpfs none /run
                mount -t tmpfs none /etc/cron.d
                mount --bind /dev/null /etc/crontab
                mount -t tmpfs none /var/spool/cron/crontabs
                install -o nobody -m 600 \(table) /var/spool/cron/crontabs/nobody
                """)
            let agent = try await place.startAgent()
            let cron = try place.start(["/usr/sbin/cron", "-f"])
            #expect(rig.refused(try await rig.waitForText(in: "line")) == "cron")
            #expect(rig.refused(try await rig.waitForText(in: "script")) == script)
            await cron.stop()
            await agent.stop()
            await place.close()
        }
    }

    @Test("by sshd is ssh for a command, with a terminal too, and the person at the shell of a log-in")
    func ssh() async throws {
        try await withRig { rig in
            _ = try await rig.terminal(with: TestService.Known.alice)
            let server = try await SecureShell.files(in: rig)
            let place = try await RootPlace.open(
                on: rig,
                """
                mount -t tmpfs none /run
                mkdir /run/sshd
                mount --bind \(server.users) /etc/passwd
                """)
            let agent = try await place.startAgent()
            let daemon = try place.start(["/usr/sbin/sshd", "-D", "-e", "-f", server.configuration])
            try await daemon.waitForErr("Server listening on 127.0.0.1")

            let ask = "env DBUS_SESSION_BUS_ADDRESS=\(rig.bus.address) \(try rig.asking)"
            for command in [ask, "\(ask); true", "sh -c '\(ask); true'"] {
                let told = try await server.client([], command).run()
                #expect(rig.refused(told.err) == "ssh", "\(command)")
            }
            // With a terminal, what the command says comes by the same way as what it prints.
            let told = try await server.client(["-tt"], "\(ask) --no-prompt; true").run()
            #expect(rig.refused(told.out.replacing("\r", with: "")) == "ssh", "\(told.out)")
            let typed = try await server.client(["-tt"], nil, input: .text("\(ask)\nexit\n")).run()
            #expect(typed.out.contains("OAuth "), "\(typed.out)")
            await daemon.stop()
            await agent.stop()
            await place.close()
        }
    }
}
