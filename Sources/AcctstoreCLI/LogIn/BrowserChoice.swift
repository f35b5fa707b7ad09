/// Which browser a person can be sent to from here.
struct BrowserChoice {
    let environment: Environment

    /// Browsers of the terminal: started apart from it they have nowhere to show a page, and started in it they would
    /// take it from this program.
    private static let ofTheTerminal: Set = [
        "browsh", "elinks", "links", "links2", "lynx", "retawq", "w3m", "www-browser",
    ]

    /// Whether the person sits at another machine: a browser here would not be before their eyes.
    var isRemote: Bool { ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].contains { environment[$0] != nil } }

    private var hasDisplay: Bool { ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0] != nil } }

    /// Whether there is one.
    var isThere: Bool { program != nil }

    /// The command that opens an address; `nil` where there is no browser, and for what is no address of a log-in.
    ///
    /// `$BROWSER` counts first, then the desktop's own choice by `xdg-open`.
    func command(for url: String) -> [String]? {
        guard BrowserChoice.mayOpen(url), let program else { return nil }
        return program.command(for: url)
    }

    private var program: Program? {
        guard !isRemote else { return nil }
        for entry in (environment["BROWSER"] ?? "").split(separator: ":") {
            if let program = program(entry) { return program }
        }
        return hasDisplay ? program("xdg-open") : nil
    }

    /// A program with its arguments, in which `%s` stands for the address.
    private struct Program {
        var path: String
        var arguments: [Substring]

        /// The words are never read by a shell. An address that none of them has room for comes last.
        func command(for url: String) -> [String] {
            let filled = arguments.map { Program.filling($0, with: url) }
            return [path] + filled.map(\.word) + (filled.contains { $0.hasRoom } ? [] : [url])
        }

        /// `%s` is the address, `%c` a colon and `%%` a percent sign.
        private static func filling(_ argument: Substring, with url: String) -> (word: String, hasRoom: Bool) {
            var (word, hasRoom) = ("", false)
            var rest = argument
            while let character = rest.popFirst() {
                guard character == "%", let code = rest.first, let text = ["s": url, "c": ":", "%": "%"][code] else {
                    word.append(character)
                    continue
                }
                rest.removeFirst()
                hasRoom = hasRoom || code == "s"
                word += text
            }
            return (word, hasRoom)
        }
    }

    /// One entry of `$BROWSER`: words with blanks between them.
    private func program(_ entry: Substring) -> Program? {
        let words = entry.split { $0 == " " || $0 == "\t" }
        guard let word = words.first.map(String.init), let name = word.split(separator: "/").last,
            !BrowserChoice.ofTheTerminal.contains(String(name))
        else { return nil }
        let path =
            word.contains("/")
            ? (ProgramResolver.isExecutable(word) ? word : nil) : ProgramResolver(environment: environment).onPath(word)
        return path.map { Program(path: $0, arguments: Array(words.dropFirst())) }
    }

    /// Only what a log-in leads to, and nothing that a browser could take for an option, a file or a program.
    static func mayOpen(_ url: String) -> Bool {
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
        let local = ["http://127.0.0.1", "http://localhost", "http://[::1]"]
        return url.hasPrefix("https://")
            || local.contains { host in
                guard url.hasPrefix(host) else { return false }
                let next = url.dropFirst(host.count).first
                return next == ":" || next == "/"
            }
    }
}
