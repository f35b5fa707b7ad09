/// Programs that run whatever they are told to: a grant for one would be a grant for everything.
enum CommonPrograms {
    /// Why a program of that file name gets no grant; `nil` for one that may have one.
    static func reason(against name: String) -> String? {
        let bare = withoutVersion(name)
        if bare == "acctstore" { return "it asks for whoever calls it" }
        return kinds.first { $0.names.contains(bare) || $0.names.contains(name) }?.reason
    }

    /// `python3.11`, `perl5.36.0` and `lua5.4` are `python`, `perl` and `lua`.
    private static func withoutVersion(_ name: String) -> String {
        let bare = name.reversed().drop { $0.isNumber || $0 == "." || $0 == "-" }.reversed()
        return bare.isEmpty ? name : String(bare)
    }

    private static let kinds: [(names: Set<String>, reason: String)] = [
        (
            [
                "sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "lksh", "yash", "fish", "csh", "tcsh",
                "busybox", "toybox", "coreutils",
            ], "a shell runs any program"
        ),
        (
            [
                "python", "pypy", "perl", "ruby", "node", "nodejs", "deno", "bun", "php", "lua", "luajit", "tclsh",
                "wish", "expect", "guile", "Rscript", "R", "julia", "sbcl", "awk", "gawk", "mawk", "nawk", "java",
                "mono", "mono-sgen", "dotnet", "pwsh", "wine", "wine64", "ld-linux-x", "ld.so",
            ], "an interpreter runs any script"
        ),
        (
            [
                "env", "nice", "timeout", "nohup", "setsid", "xargs", "time", "sudo", "su", "doas", "runuser",
                "setpriv", "systemd-run", "dbus-run-session", "dbus-launch", "script", "screen", "tmux", "parallel",
                "watch", "strace", "gdb", "flatpak", "snap",
            ], "it runs any program"
        ),
        (
            ["gdbus", "busctl", "dbus-send", "dbus-monitor", "qdbus"],
            "it passes on the requests of any program"
        ),
        (
            ["xdg-dbus-proxy", "bwrap", "socat", "ssh", "sshd", "cron", "crond"],
            "it stands for other programs behind it"
        ),
    ]
}
