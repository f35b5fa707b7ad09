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

    /// The clusters of a text.
    ///
    /// - Parameter isUnbreakable: whether blanks count as letters.
    static func append(_ text: String, isUnbreakable: Bool, to clusters: inout [Cluster]) {
        clusters.reserveCapacity(clusters.count + text.utf8.count)
        // In ASCII without control characters each byte is a cluster.
        guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            for byte in text.utf8 {
                clusters.append(byte == 0x20 && !isUnbreakable ? .asciiBlank : .asciiLetter)
            }
            return
        }
        for character in text {
            if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F {
                clusters.append(ascii == 0x20 && !isUnbreakable ? .asciiBlank : .asciiLetter)
            } else {
                clusters.append(Cluster(character))
            }
        }
    }

    private static let asciiBlank = Cluster(length: 1, width: 1, kind: .blank)
    private static let asciiLetter = Cluster(length: 1, width: 1, kind: .letter)

    private init(length: Int32, width: Int8, kind: Kind) {
        self.length = length
        self.width = width
        self.kind = kind
    }

    private init(_ character: Character) {
        let columns = DisplayWidth.columns(character)
        length = Int32(truncatingIfNeeded: character.utf8.count)
        // A cluster of very many marks is shown in as few columns as a terminal may think it takes.
        width = Int8(min(columns, 100))
        kind = character.isClosing ? .closing : columns == 2 ? .ideograph : .letter
    }
}

extension Character {
    /// Full-width punctuation that ends something, and the small letters of Japanese.
    fileprivate var isClosing: Bool {
        "、。，．・：；？！）］｝」』】〉》〕ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ".contains(self)
    }
}
