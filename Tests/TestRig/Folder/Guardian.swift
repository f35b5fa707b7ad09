/// A small process that outlives the tests, to clean up where they cannot: after a crash or a kill.
///
/// It waits on a pipe that only the tests hold. When that ends without a word, it kills every process whose command
/// line names the folder, which no other has, and removes the folder.
final class Guardian: Sendable {
    private static let script = #"""
        if read -r word; then exit 0; fi
        for line in /proc/[0-9]*/cmdline; do
            pid=${line#/proc/}; pid=${pid%/cmdline}
            [ "$pid" != $$ ] && grep -q -a -F -e "$1/" "$line" 2>/dev/null && kill -KILL "$pid"
        done
        rm -rf "$1"
        """#

    private let process: RunningProgram

    init(of folder: String) throws(RigError) {
        process = try Program(
            ["/bin/sh", "-c", Self.script, "guardian", folder], environment: ["PATH": "/usr/bin:/bin"], input: .open,
            user: .current
        ).start()
    }

    /// Lets it go: the tests clean up themselves.
    func dismiss() {
        process.send("done\n")
    }

    /// What happens when the tests die: the pipe ends.
    func act() {
        process.closeInput()
    }
}
