import AccountModel

/// Text of others (a post, a name) made fit to stand among ours on a terminal.
///
/// No control byte is left: what moves the cursor, sets a colour or a title is written out, as ``VisibleText`` does.
/// Unlike there, the joiners and selectors of emoji and scripts stay, since posts are full of them. Nothing is left
/// either that changes the direction of what comes after it, so that ``Direction`` can put a fence around it: overrides
/// are written out, embeddings and isolates, which people's keyboards put around names, are dropped.
package enum FieldText {
    /// On one line: each run of line breaks and tabs is a blank.
    package static func line(_ text: String) -> String {
        isPlain(text) ? text : paragraphs(text, blankForTab: " ").joined(separator: " ")
    }

    /// The lines as they were written. Tabs are four blanks; empty lines at the end are left out.
    package static func paragraphs(_ text: String) -> [String] {
        var lines = paragraphs(text, blankForTab: "    ")
        while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static func paragraphs(_ text: String, blankForTab: String) -> [String] {
        if isPlain(text) { return [text] }
        var cleaner = Cleaner(blankForTab: blankForTab)
        for scalar in text.unicodeScalars { cleaner.take(scalar) }
        return cleaner.lines
    }

    /// Whether nothing in the text needs a look: so it is with most.
    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value < 0x7F ? $0.value >= 0x20 : isPlain($0) }
    }

    /// Emoji and what makes sequences of them stay as they are too, though their widths are not plain.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200D, 0x20E3, 0x2190...0x2BFF, 0xFE0F, 0x1F000...0x1F3F3, 0x1F3F5...0x1FAFF: true
        default: PlainScalar(scalar) != nil
        }
    }

    private struct Cleaner {
        let blankForTab: String
        private(set) var lines = [""]
        private var previous: Unicode.Scalar = " "
        /// Whether the tags of a flag, as of Scotland, may come.
        private var isInFlag = false

        init(blankForTab: String) {
            self.blankForTab = blankForTab
        }

        mutating func take(_ scalar: Unicode.Scalar) {
            defer { previous = scalar }
            if scalar.isTag {
                if isInFlag { keep(scalar) }
                return
            }
            isInFlag = scalar == "\u{1F3F4}"
            switch scalar {
            case " "..<"\u{7F}": keep(scalar)
            case "\n" where previous == "\r": return
            case "\n"..."\r", "\u{85}", "\u{2028}", "\u{2029}": lines.append("")
            case "\t": lines[lines.count - 1] += blankForTab
            case "\u{202D}", "\u{202E}": lines[lines.count - 1] += VisibleText.escape(scalar)
            default: takeOther(scalar)
            }
        }

        private mutating func takeOther(_ scalar: Unicode.Scalar) {
            switch scalar.properties.generalCategory {
            case .control, .surrogate: lines[lines.count - 1] += VisibleText.escape(scalar)
            case .format where scalar.properties.isDefaultIgnorableCodePoint && !scalar.isJoinerOrMark: return
            default: keep(scalar)
            }
        }

        private mutating func keep(_ scalar: Unicode.Scalar) {
            lines[lines.count - 1].unicodeScalars.append(scalar)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }

    /// The joiners of scripts and emoji, and the marks of direction, which end with the text around them.
    fileprivate var isJoinerOrMark: Bool {
        switch value {
        case 0x200C...0x200F, 0x061C: true
        default: false
        }
    }
}
