/// Programs that the rules of naming know by the name of their file, because they stand for others.
///
/// None of them is ever the program that asks, so none can have a grant. The agent and the command line read this one
/// list: whatever the agent names can be granted, and whatever cannot be granted is never named.
package enum KnownPrograms {
    package enum Kind: Hashable, Sendable {
        /// Runs another program and waits for it: whoever called it asks. Only the system's own, which is root's.
        case launcher
        /// Runs programs that are text, and says on its command line which.
        case interpreter(Language)
        /// Puts anybody's request on the bus.
        case busTool
        /// Stands at the border of a sandbox and speaks for what is inside.
        case sandboxBorder
        /// One file with many programs in it: the first word of the command line tells which one runs.
        case multiCall
    }

    /// How the command line of an interpreter is to be read.
    package enum Language: Hashable, Sendable {
        case shell, python, perl, ruby, node, awk
        /// `NAME FILE`, or `NAME -f FILE`.
        case simple
        /// Programs of others in a form that a path on the command line does not settle.
        case opaque
    }

    /// What a file of that name is; `nil` for a program that speaks for itself.
    package static func kind(ofFileNamed name: String) -> Kind? {
        // The dynamic loader run by hand: any binary at all.
        if name.hasPrefix("ld-") || name == "ld.so" { return .interpreter(.opaque) }
        return kinds[name] ?? kinds[withoutVersion(name)]
    }

    /// `python3.11`, `perl5.36.0` and `python3-dbg` are `python`, `perl` and `python`.
    private static func withoutVersion(_ name: String) -> String {
        let family = name.hasSuffix("-dbg") ? name.dropLast(4) : name[...]
        return String(family.reversed().drop { $0.isNumber || $0 == "." || $0 == "-" }.reversed())
    }

    private static let kinds: [String: Kind] = {
        let names: [(Kind, [String])] = [
            (.launcher, ["env", "nice", "timeout", "nohup", "setsid", "xargs", "time", "dbus-run-session"]),
            (.busTool, ["gdbus", "busctl", "dbus-send", "dbus-monitor", "qdbus", "socat"]),
            (.sandboxBorder, ["bwrap", "xdg-dbus-proxy", "flatpak-session-helper", "flatpak-portal"]),
            (.multiCall, ["busybox", "toybox", "coreutils"]),
            (
                .interpreter(.shell),
                [
                    "sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "lksh", "yash", "csh", "tcsh", "fish",
                ]
            ),
            (.interpreter(.python), ["python", "pypy"]),
            (.interpreter(.perl), ["perl"]),
            (.interpreter(.ruby), ["ruby"]),
            (.interpreter(.node), ["node", "nodejs"]),
            (.interpreter(.awk), ["awk", "gawk", "mawk", "nawk"]),
            (
                .interpreter(.simple),
                ["expect", "wish", "tclsh", "lua", "luajit", "php", "guile", "Rscript", "julia", "sbcl"]
            ),
            (
                .interpreter(.opaque),
                ["java", "mono", "mono-sgen", "dotnet", "deno", "bun", "wine", "wine64", "R", "pwsh"]
            ),
        ]
        return Dictionary(names.flatMap { kind, names in names.map { ($0, kind) } }) { first, _ in first }
    }()
}
