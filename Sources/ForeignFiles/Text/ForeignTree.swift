import SecretBytes

/// A text taken apart. What its scalars say lies in one buffer that is zeroed; the parts are ranges of it.
///
/// Members of one name stay side by side, since a second profile of a name is one that must not be lost.
struct ForeignTree: Sendable {
    /// A value and where it begins.
    struct Node: Sendable {
        /// From 1.
        var line: Int
        var content: Content
    }

    enum Content: Sendable {
        /// `isPlain` for one that was not quoted, so that it may stand for nothing.
        case scalar(Range<Int>, isPlain: Bool)
        case sequence([Node])
        case mapping([Member])
    }

    struct Member: Sendable {
        var name: Range<Int>
        var value: Node
    }

    /// What the ranges are of.
    var text: SharedSecret
    /// `nil` for a text with nothing in it.
    var root: Node?
}

/// What bounds the work that a text can make.
enum ForeignLimits {
    /// Levels of nesting: no file that is read here has more than six.
    static let depth = 16
    /// Values and names.
    static let nodes = 20_000

    static func tooDeep(line: Int) -> ForeignTrouble {
        ForeignTrouble("is nested more than \(depth) levels deep", line: line)
    }

    static func tooMany(line: Int) -> ForeignTrouble {
        ForeignTrouble("has more than \(nodes) values", line: line)
    }
}

/// Builds a tree, scalar by scalar.
struct ForeignTreeBuilder: ~Copyable {
    private var text: SecretBytes
    private var nodes = 0

    init(capacity: Int) {
        text = SecretBytes(capacity: capacity)
    }

    /// Takes the bytes over, which stay as they are where they were.
    mutating func add(_ bytes: Span<UInt8>, line: Int) throws(ForeignTrouble) -> Range<Int> {
        nodes += 1
        if nodes > ForeignLimits.nodes { throw ForeignLimits.tooMany(line: line) }
        let start = text.count
        text.append(contentsOf: bytes)
        return start..<text.count
    }

    consuming func finish(_ root: ForeignTree.Node?) -> ForeignTree {
        ForeignTree(text: SharedSecret(text), root: root)
    }
}
