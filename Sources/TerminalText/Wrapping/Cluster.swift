/// A grapheme cluster as wrapping sees it.
struct Cluster: Equatable {
    enum Kind {
        case blank
        /// Part of a word.
        case letter
        /// A character with which a line may start or end by itself: Chinese and Japanese are written without blanks.
        case ideograph
        /// Punctuation with which no line starts.
        case closing
    }

    /// In bytes of UTF-8.
    let length: Int32
    let width: Int8
    let kind: Kind

    /// Adds the clusters of a text.
    ///
    /// - Parameter isUnbreakable: whether blanks count as letters.
    static func append(_ text: String, isUnbreakable: Bool, to clusters: inout [Cluster]) {
        // In ASCII without control characters each byte is a cluster.
        guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            for byte in text.utf8 {
                clusters.append(byte == 0x20 && !isUnbreakable ? .asciiBlank : .asciiLetter)
            }
            return
        }
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let next = scalars.index(after: index)
            let isAlone = next == scalars.endIndex || PlainScalar(scalars[next]) != nil
            // What stands before a character that may join it is a cluster by the rules of the standard library.
            let end = isAlone && PlainScalar(scalars[index]) != nil ? next : text.index(after: index)
            clusters.append(Cluster(scalars[index..<end], isUnbreakable: isUnbreakable))
            index = end
        }
    }

    private static let asciiBlank = Cluster(length: 1, width: 1, kind: .blank)
    private static let asciiLetter = Cluster(length: 1, width: 1, kind: .letter)

    private init(length: Int32, width: Int8, kind: Kind) {
        self.length = length
        self.width = width
        self.kind = kind
    }

    private init(_ scalars: Substring.UnicodeScalarView, isUnbreakable: Bool) {
        let first = scalars[scalars.startIndex]
        let isSingle = scalars.index(after: scalars.startIndex) == scalars.endIndex
        length = Int32(truncatingIfNeeded: isSingle ? first.utf8.count : Substring(scalars).utf8.count)
        switch isSingle ? PlainScalar(first) : nil {
        case .narrow: (width, kind) = (1, first == " " && !isUnbreakable ? .blank : .letter)
        case .wide: (width, kind) = (2, first.isClosing ? .closing : .ideograph)
        case nil:
            let columns = DisplayWidth.columns(scalars)
            // A cluster of very many marks is shown in as few columns as a terminal may think it takes.
            (width, kind) = (Int8(min(columns, 100)), columns == 2 ? .ideograph : .letter)
        }
    }
}

extension Unicode.Scalar {
    /// Full-width punctuation that ends something, and the small letters of Japanese.
    fileprivate var isClosing: Bool {
        switch self {
        case "、", "。", "，", "．", "・", "：", "；", "？", "！", "）", "］", "｝", "」", "』", "】", "〉", "》", "〕", "ー", "々",
            "ぁ", "ぃ", "ぅ", "ぇ", "ぉ", "っ", "ゃ", "ゅ", "ょ", "ァ", "ィ", "ゥ", "ェ", "ォ", "ッ", "ャ", "ュ", "ョ":
            true
        default: false
        }
    }
}
