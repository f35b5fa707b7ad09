import AccountModel

/// The program that shows long text.
struct PagerCommand: Equatable {
    /// The program and its arguments.
    let words: [String]

    /// `$PAGER`, by a shell where it is more than one word, as git and man do; it is the person's own variable. Where it
    /// is not set: `less`. `nil` where it is empty or `cat`, which is to say none.
    init?(_ environment: Environment) {
        guard environment.isSet("PAGER") else {
            words = ["less", "-R"]
            return
        }
        let given = environment["PAGER"]?.trimmingBlanks ?? ""
        if given.isEmpty || given == "cat" { return nil }
        words = given.utf8.allSatisfy(Self.isPlain) ? [given] : ["/bin/sh", "-c", given]
    }

    /// Whether a shell runs it, which tells by its status that there is no such program.
    var isShell: Bool { words.first == "/bin/sh" }

    /// What `less` and `lv` need to show colours, and to leave the text on the screen; less ends by itself where the text
    /// turns out to be short. Whoever has set these variables has chosen.
    static func variables(_ environment: Environment) -> [String: String] {
        var variables: [String: String] = [:]
        if !environment.isSet("LESS") { variables["LESS"] = "FRX" }
        if !environment.isSet("LV") { variables["LV"] = "-c" }
        return variables
    }

    /// What no shell reads anything into.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
            true
        default: "-_./+,:@%".utf8.contains(byte)
        }
    }
}
