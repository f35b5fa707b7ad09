/// Lines of text as they are written, with what stands before each: quotation marks, and the marks of lists.
struct HTMLLines {
    private var bytes: [UInt8] = []
    /// Line ends that come before the next text.
    private var breaks = 0
    /// Blanks that come before the next text in its line.
    private var blanks = 0
    private var quotations = 0
    private var lists: [List] = []
    /// Lists within more lists than are shown.
    private var deeperLists = 0
    /// Of a list's item whose text has not begun.
    private var itemMark: String?
    private var marked: Int?
    private var isMarkAwaited = false

    private struct List {
        /// Of the last item; nil for a list without numbers.
        var number: Int?
    }

    /// Quotations and lists within more of them look no deeper.
    private static let deepest = 8
    /// Of line ends in a row: two empty lines. More would scroll away what stands above.
    private static let mostBreaks = 3

    /// The text, without line ends at its ends, and without blanks at its end.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    // MARK: - Text

    /// Adds text. Blanks stay as they stand, since people align with them; a line end in HTML is only a blank, unless
    /// the text is preformatted.
    mutating func add(_ text: String, isPreformatted: Bool) {
        var endsLine = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if isPreformatted {
                    if byte == UInt8(ascii: "\n") { breakLine() }
                } else {
                    endsLine = true
                    // One blank for the whole run, none at the start of a line.
                    blanks = isAtLineStart ? 0 : 1
                }
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                if !endsLine { blanks += byte == UInt8(ascii: "\t") && isPreformatted ? 4 : 1 }
            default:
                endsLine = false
                beginText()
                bytes.append(byte)
            }
        }
    }

    /// Makes a blank between what there is in the line and what comes.
    mutating func separate() {
        if !isAtLineStart { blanks = 1 }
    }

    private var isAtLineStart: Bool { breaks > 0 || bytes.isEmpty || itemMark != nil }

    private mutating func beginText() {
        if isAtLineStart {
            if !bytes.isEmpty { bytes.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: max(breaks, 1))) }
            for _ in 0..<min(quotations, Self.deepest) { bytes += Array("> ".utf8) }
            let indent = 2 * (itemMark == nil ? lists.count : lists.count - 1)
            bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(indent, 0)))
            if let itemMark { bytes += Array(itemMark.utf8) }
            (breaks, itemMark) = (0, nil)
        }
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
        blanks = 0
        if isMarkAwaited { (marked, isMarkAwaited) = (bytes.count, false) }
    }

    // MARK: - Lines

    mutating func breakLine() {
        blanks = 0
        breaks = min(breaks + 1, Self.mostBreaks)
    }

    mutating func beginBlock() { end(lines: 1) }

    mutating func beginParagraph() { end(lines: 2) }

    private mutating func end(lines: Int) {
        blanks = 0
        // A paragraph that an item begins with stands behind the item's mark.
        if itemMark == nil, !bytes.isEmpty { breaks = max(breaks, lines) }
    }

    mutating func beginQuotation() {
        beginParagraph()
        quotations += 1
    }

    mutating func endQuotation() {
        beginParagraph()
        quotations = max(quotations - 1, 0)
    }

    mutating func beginList(isNumbered: Bool) {
        // A list inside a list belongs to the item before it.
        if lists.isEmpty { beginParagraph() } else { beginBlock() }
        guard lists.count < Self.deepest else {
            deeperLists += 1
            return
        }
        lists.append(List(number: isNumbered ? 0 : nil))
    }

    mutating func endList() {
        itemMark = nil
        if deeperLists > 0 {
            deeperLists -= 1
        } else {
            _ = lists.popLast()
        }
        if lists.isEmpty { beginParagraph() } else { beginBlock() }
    }

    mutating func beginItem() {
        beginBlock()
        guard !lists.isEmpty else { return }
        let last = lists.count - 1
        let number = lists[last].number.map { $0 + 1 }
        lists[last].number = number
        itemMark = number.map { "\($0). " } ?? "- "
    }

    // MARK: - What was added last

    /// Marks the place where the next text begins, behind what stands before its line.
    mutating func markNextText() {
        marked = nil
        isMarkAwaited = true
    }

    /// What was added from the mark on; empty where nothing was.
    var textSinceMark: String {
        marked.map { String(decoding: bytes[$0...], as: UTF8.self) } ?? ""
    }

    /// Puts other text in the place of what was added from the mark on.
    mutating func replaceTextSinceMark(with text: String) {
        if let marked { bytes.replaceSubrange(marked..., with: text.utf8) }
    }
}
