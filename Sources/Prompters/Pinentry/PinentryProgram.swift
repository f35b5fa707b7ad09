import FoundationEssentials
import Glibc

/// A pinentry program that may be able to show a dialog.
struct PinentryProgram: Hashable, Sendable {
    let path: String
    /// Whether its name tells which kind it is; `pinentry` alone may be any.
    let hasTellingName: Bool

    private static let forTerminals = ["pinentry-curses", "pinentry"]
    /// GNOME's comes late: it has two buttons, and tells a dialog that died as one that was closed.
    private static let forDesktops = [
        "pinentry-qt", "pinentry-qt5", "pinentry-gtk-2", "pinentry-gtk", "pinentry-gnome3", "pinentry",
    ]

    /// The programs on `searchPath`, the likeliest first.
    static func installed(forTerminal isForTerminal: Bool, on searchPath: String?) -> [PinentryProgram] {
        let folders = (searchPath ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            // A relative folder means another one to each process.
            .filter { $0.hasPrefix("/") }
        return (isForTerminal ? forTerminals : forDesktops).compactMap { name in
            folders.lazy.map { "\($0)/\(name)" }.first(where: isUsable)
                .map { PinentryProgram(path: $0, hasTellingName: name != "pinentry") }
        }
    }

    /// pinentry-tty is never run: it takes a broken terminal for an answer, and writes what it is given raw to a good one.
    private static func isUsable(_ path: String) -> Bool {
        // SAFETY: access(2) and realpath(3) take the path as a C string for the call; what realpath gives is freed here.
        guard unsafe access(path, X_OK) == 0, let real = unsafe realpath(path, nil) else { return false }
        defer { unsafe free(real) }
        return unsafe !String(cString: real).hasSuffix("/pinentry-tty")
    }

    /// Whether a program of the kind that it says it is shows three buttons, and tells each of them from a terminal or
    /// display that is broken. The prompts of GNOME have two, and so has what stands in for them.
    static func hasThreeButtons(flavor: String) -> Bool {
        let parts = flavor.split(separator: ":").map(String.init)
        return parts.first != "gnome3" && ["curses", "gtk2", "qt"].contains(parts.last)
    }

    /// Whether a program of the kind that it says it is (`curses`, `gtk2`, `gtk2:curses`) can show this dialog.
    ///
    /// - Parameter flavor: `nil` where it does not say.
    func canShow(onTerminal isOnTerminal: Bool, flavor: String?) -> Bool {
        guard let flavor else { return hasTellingName }
        // Behind the colon stands what a desktop's program became, for want of a desktop.
        switch flavor.split(separator: ":").last {
        case "tty", nil: return false
        case "curses": return isOnTerminal
        default: return !isOnTerminal
        }
    }
}
