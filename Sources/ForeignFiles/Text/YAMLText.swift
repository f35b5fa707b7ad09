import CYaml

/// Reads YAML of the kind that programs write who keep tokens in it: mappings, sequences and scalars.
///
/// Aliases and tags are refused: no such program writes them, and they are what makes a small text into a large one.
enum YAMLText {
    static func tree(_ bytes: Span<UInt8>) throws(ForeignTrouble) -> ForeignTree {
        // The library ends the process where it is given no bytes.
        guard !bytes.isEmpty else { return ForeignTreeBuilder(capacity: 0).finish(nil) }
        let events = try YAMLEvents()
        // SAFETY: the parser reads within the span, and is done with it when the closure ends.
        return try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(ForeignTrouble) in
            unsafe events.read(buffer)
            defer { events.end() }
            let reading = YAMLReading(events: events, builder: ForeignTreeBuilder(capacity: bytes.count))
            return try reading.tree()
        }
    }
}

/// Makes a tree of a parser's events.
private struct YAMLReading: ~Copyable {
    let events: YAMLEvents
    var builder: ForeignTreeBuilder

    init(events: YAMLEvents, builder: consuming ForeignTreeBuilder) {
        self.events = events
        self.builder = builder
    }

    consuming func tree() throws(ForeignTrouble) -> ForeignTree {
        let root = try document()
        return builder.finish(root)
    }

    private mutating func document() throws(ForeignTrouble) -> ForeignTree.Node? {
        guard try next().kind == .streamStart else { throw ForeignTrouble("is no YAML") }
        let first = try next()
        if first.kind == .streamEnd { return nil }
        let root = try node(try next(), depth: 1)
        _ = try next()  // The document's end.
        let last = try next()
        guard last.kind == .streamEnd else {
            throw ForeignTrouble("has a second document, which no program reads", line: last.line)
        }
        return root
    }

    private mutating func node(_ event: Event, depth: Int) throws(ForeignTrouble) -> ForeignTree.Node {
        if depth > ForeignLimits.depth { throw ForeignLimits.tooDeep(line: event.line) }
        var content: ForeignTree.Content
        switch event.kind {
        case .scalar(let range, let isPlain): content = .scalar(range, isPlain: isPlain)
        case .sequenceStart: content = .sequence(try sequence(depth: depth))
        case .mappingStart: content = .mapping(try mapping(depth: depth))
        case .streamStart, .streamEnd, .end, .other:
            throw ForeignTrouble("is no YAML: a value is missing", line: event.line)
        }
        return ForeignTree.Node(line: event.line, content: content)
    }

    private mutating func sequence(depth: Int) throws(ForeignTrouble) -> [ForeignTree.Node] {
        var nodes: [ForeignTree.Node] = []
        while true {
            let event = try next()
            if event.kind == .end { return nodes }
            nodes.append(try node(event, depth: depth + 1))
        }
    }

    private mutating func mapping(depth: Int) throws(ForeignTrouble) -> [ForeignTree.Member] {
        var members: [ForeignTree.Member] = []
        while true {
            let event = try next()
            switch event.kind {
            case .end: return members
            case .scalar(let name, _):
                members.append(ForeignTree.Member(name: name, value: try node(try next(), depth: depth + 1)))
            default: throw ForeignTrouble("has a name that is no text", line: event.line)
            }
        }
    }

    private struct Event {
        enum Kind: Equatable {
            case streamStart
            case streamEnd
            case scalar(Range<Int>, isPlain: Bool)
            case sequenceStart
            case mappingStart
            /// Of a sequence or a mapping.
            case end
            case other
        }

        var kind: Kind
        var line: Int
    }

    private mutating func next() throws(ForeignTrouble) -> Event {
        let event = try events.next()
        let kind: Event.Kind
        switch event.kind {
        case .streamStart: kind = .streamStart
        case .streamEnd: kind = .streamEnd
        case .sequenceStart: kind = .sequenceStart
        case .mappingStart: kind = .mappingStart
        case .end: kind = .end
        case .other: kind = .other
        case .scalar:
            let range = try events.withScalar { (bytes) throws(ForeignTrouble) in
                try builder.add(bytes, line: event.line)
            }
            kind = .scalar(range, isPlain: event.isPlain)
        case .alias: throw ForeignTrouble("has an alias, which is not followed", line: event.line)
        }
        if event.hasAnchor { throw ForeignTrouble("has an anchor, which is not followed", line: event.line) }
        if event.hasForeignTag { throw ForeignTrouble("has a tag, whose meaning is not known", line: event.line) }
        return Event(kind: kind, line: event.line)
    }
}
