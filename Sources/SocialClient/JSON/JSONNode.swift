/// A text of JSON, taken apart once and then read where it stands: what nobody asks for costs next to nothing.
///
/// `JSONDecoder` makes a dictionary of every object, and takes longer for a page of posts than all else together.
final class JSONDocument: Sendable {
    fileprivate let bytes: [UInt8]
    fileprivate let tokens: [JSONToken]

    /// Nil where the text is not JSON, or ends too early.
    init?(_ bytes: [UInt8]) {
        guard let tokens = JSONScanner.tokens(of: bytes) else { return nil }
        self.bytes = bytes
        self.tokens = tokens
    }

    var root: JSONNode { JSONNode(document: self, index: 0) }
}

/// A value in a document. Asked for something that it is not, it gives nil: services change the types of fields.
struct JSONNode {
    fileprivate let document: JSONDocument
    fileprivate let index: Int

    private var token: JSONToken { document.tokens[index] }

    /// The value of the first member with that name; nil also where this is no object.
    subscript(_ name: String) -> JSONNode? {
        guard token.kind == .object else { return nil }
        let end = Int(token.next)
        var index = index + 1
        while index < end {
            if document.isName(index, name) { return JSONNode(document: document, index: index + 1) }
            index = Int(document.tokens[index + 1].next)
        }
        return nil
    }

    /// The elements; none where this is no array.
    var elements: Elements { Elements(of: self) }

    var isObject: Bool { token.kind == .object }
    var isArray: Bool { token.kind == .array }
    var isTrue: Bool { token.kind == .yes }

    /// The text of a string.
    var string: String? {
        guard token.kind == .string else { return nil }
        let text = document.bytes[Int(token.start)..<Int(token.end)]
        return token.hasEscapes ? JSONEscapes.decoded(text) : String(decoding: text, as: UTF8.self)
    }

    /// A number as it stands in the text, with every digit.
    var number: String? {
        guard token.kind == .number else { return nil }
        return String(decoding: document.bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
    }

    var integer: Int? { number.flatMap { Int($0) } }

    /// The elements of an array, from the first to the last.
    struct Elements: Sequence, IteratorProtocol {
        private let document: JSONDocument?
        private var index = 0
        private var end = 0

        fileprivate init(of node: JSONNode?) {
            document = node?.document
            guard let node, node.isArray else { return }
            index = node.index + 1
            end = Int(node.token.next)
        }

        mutating func next() -> JSONNode? {
            guard let document, index < end else { return nil }
            defer { index = Int(document.tokens[index].next) }
            return JSONNode(document: document, index: index)
        }
    }
}

extension JSONNode? {
    /// The elements; none where this is no array.
    var elements: JSONNode.Elements { JSONNode.Elements(of: self) }
}

extension JSONDocument {
    /// Whether the name of a member, which stands at that index, is this one.
    fileprivate func isName(_ index: Int, _ name: String) -> Bool {
        let token = tokens[index]
        return Int(token.end - token.start) == name.utf8.count
            && name.utf8.elementsEqual(bytes[Int(token.start)..<Int(token.end)])
    }
}
