import SecretBytes

/// One value of a tree, as a reader of a program's file looks at it.
struct ForeignValue {
    private let tree: ForeignTree
    private let node: ForeignTree.Node

    /// `nil` for a text with nothing in it.
    init?(_ tree: ForeignTree) {
        guard let root = tree.root else { return nil }
        self.init(tree, root)
    }

    private init(_ tree: ForeignTree, _ node: ForeignTree.Node) {
        self.tree = tree
        self.node = node
    }

    /// Where it begins, from 1.
    var line: Int { node.line }

    /// Whether there is nothing: no value, `~` or `null`, or an empty text.
    var isNothing: Bool {
        guard case .scalar(let range, let isPlain) = node.content else { return false }
        if range.isEmpty { return true }
        return isPlain && range.count <= 4 && ["~", "null", "Null", "NULL"].contains(plainText ?? "")
    }

    /// Its members, in their order, several of one name too; none where there is nothing, `nil` for what is no mapping.
    var members: [(name: String, value: ForeignValue)]? {
        if isNothing { return [] }
        guard case .mapping(let members) = node.content else { return nil }
        return members.map { (text(of: $0.name) ?? "", ForeignValue(tree, $0.value)) }
    }

    /// Whether there is nothing in it, or nothing in anything in it: an entry that was made and never filled.
    var isHollow: Bool {
        switch node.content {
        case .scalar: isNothing
        case .sequence(let nodes): nodes.allSatisfy { ForeignValue(tree, $0).isHollow }
        case .mapping(let members): members.allSatisfy { ForeignValue(tree, $0.value).isHollow }
        }
    }

    /// The member of that name; `nil` where it is not there, or nothing. Throws where it is there twice.
    func member(_ name: String) throws(ForeignTrouble) -> ForeignValue? {
        let found = (members ?? []).filter { $0.name == name }
        if found.count > 1 { throw ForeignTrouble("has \(name) twice", line: found[1].value.line) }
        return found.first.flatMap { $0.value.isNothing ? nil : $0.value }
    }

    /// A member that is no secret, on one line; `nil` where it is not there.
    func text(_ name: String) throws(ForeignTrouble) -> String? {
        guard let value = try member(name) else { return nil }
        guard let text = value.plainText, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else {
            throw ForeignTrouble("has a \(name) that is no line of text", line: value.line)
        }
        return text
    }

    /// A member as a token, key or secret has it; `nil` where it is not there.
    func secret(_ name: String) throws(ForeignTrouble) -> SharedSecret? {
        guard let value = try member(name) else { return nil }
        guard case .scalar(let range, _) = value.node.content else {
            throw ForeignTrouble("has a \(name) that is no text", line: value.line)
        }
        return try tree.text.withSpan { (bytes) throws(ForeignTrouble) in
            let secret = bytes.extracting(range)
            guard secret.indices.allSatisfy({ (0x21...0x7E).contains(secret[$0]) }) else {
                throw ForeignTrouble("has a \(name) with a character that none has", line: value.line)
            }
            return SharedSecret(SecretBytes(copying: secret))
        }
    }

    /// The same where it has to be there.
    func neededSecret(_ name: String) throws(ForeignTrouble) -> SharedSecret {
        guard let secret = try secret(name) else { throw ForeignTrouble("has no \(name)", line: line) }
        return secret
    }

    private var plainText: String? {
        guard case .scalar(let range, _) = node.content else { return nil }
        return text(of: range)
    }

    private func text(of range: Range<Int>) -> String? {
        tree.text.withSpan { bytes in
            String(validating: range.map { bytes[$0] }, as: UTF8.self)
        }
    }
}
