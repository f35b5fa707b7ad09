/// Programs that the rules know by name.
enum KnownPrograms {
    /// They run another program and wait for it: whoever called them asks.
    static let launchers: Set<String> = ["env", "nice", "timeout", "nohup", "setsid", "xargs", "time"]

    /// They put anybody's request on the bus. No grant can name them, so no answer about them is remembered.
    static let busTools: Set<String> = ["gdbus", "busctl", "dbus-send", "dbus-monitor", "qdbus"]

    /// They stand at the border of a sandbox and speak for what is inside.
    static let sandboxBorders: Set<String> = ["bwrap", "xdg-dbus-proxy"]

    /// One file with many programs in it: the first word of the command line tells which one runs.
    static let multiCallBinaries: Set<String> = ["busybox", "toybox", "coreutils"]

    static let cron: Set<String> = ["cron", "crond"]
    static let ssh: Set<String> = ["sshd", "sshd-session"]
}

extension ProcessImage {
    /// The name of the program, without its folder: that of the file, or of the part of a multi-call binary.
    var programName: String {
        let file = executable.path.lastPathComponent
        guard KnownPrograms.multiCallBinaries.contains(file) else { return file }
        let called = arguments.first.map { $0.drop { $0 == "-" } }.map(String.init)?.lastPathComponent ?? file
        guard KnownPrograms.multiCallBinaries.contains(called) else { return called }
        return arguments.dropFirst().first ?? file
    }

    /// The words that the program named by `programName` was given, its own name first.
    var programArguments: ArraySlice<String> {
        let file = executable.path.lastPathComponent
        let isCalledByItsOwnName = arguments.first?.lastPathComponent == file
        return KnownPrograms.multiCallBinaries.contains(file) && isCalledByItsOwnName
            ? arguments.dropFirst() : arguments[...]
    }
}

extension String {
    /// What stands behind the last slash.
    var lastPathComponent: String {
        String(split(separator: "/", omittingEmptySubsequences: false).last ?? "")
    }
}
