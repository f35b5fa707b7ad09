import CYaml
import Glibc

/// libyaml's parser, one event at a time. What it holds of the text is overwritten before it is freed, as far as the
/// library lets it be reached: scalars, and both buffers. Pieces of a scalar that the library moved while it grew are
/// not.
///
/// Nothing of the library leaves it, so that its users have nothing unsafe to heed but ``read(_:)``.
@safe final class YAMLEvents {
    /// What the latest event is.
    struct Event {
        enum Kind {
            case streamStart, streamEnd, scalar, sequenceStart, mappingStart, end, alias, other
        }

        var kind: Kind
        /// From 1.
        var line: Int
        var isPlain = false
        var hasAnchor = false
        var hasForeignTag = false
    }

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var event = unsafe yaml_event_t()
    private var hasEvent = false
    private var isEnded = false

    init() throws(ForeignTrouble) {
        unsafe parser = .allocate(capacity: 1)
        // SAFETY: the library fills the structure that it is given.
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            unsafe parser.deallocate()
            throw ForeignTrouble("could not be read: there is no memory")
        }
    }

    deinit {
        end()
        unsafe parser.deallocate()
    }

    /// Begins to read. The buffer must last until ``end()``.
    @unsafe func read(_ buffer: UnsafeBufferPointer<UInt8>) {
        unsafe yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
    }

    /// The next event, in the place of the one before.
    func next() throws(ForeignTrouble) -> Event {
        dropEvent()
        // SAFETY: the parser is initialised, and the library fills the event.
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw unsafe YAMLEvents.trouble(parser.pointee) }
        hasEvent = true
        return described
    }

    /// Lends the bytes of the scalar that the latest event is.
    func withScalar<Result>(
        _ body: (Span<UInt8>) throws(ForeignTrouble) -> Result
    ) throws(ForeignTrouble) -> Result {
        let scalar = unsafe event.data.scalar
        // SAFETY: the event owns that many bytes until it is dropped, which `body` cannot do.
        return try body(unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length).span)
    }

    /// Overwrites and frees everything.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        dropEvent()
        unsafe YAMLEvents.wipe(&parser.pointee)
        unsafe yaml_parser_delete(parser)
    }

    private func dropEvent() {
        guard hasEvent else { return }
        hasEvent = false
        if unsafe event.type == YAML_SCALAR_EVENT {
            // SAFETY: the event owns that many bytes.
            unsafe explicit_bzero(event.data.scalar.value, event.data.scalar.length)
        }
        // SAFETY: the event was filled by the library and is dropped once.
        unsafe yaml_event_delete(&event)
    }

    /// The buffers, and the scalars that were scanned and did not become events.
    @unsafe private static func wipe(_ parser: inout yaml_parser_t) {
        if let start = unsafe parser.raw_buffer.start {
            unsafe explicit_bzero(start, parser.raw_buffer.end - start)
        }
        if let start = unsafe parser.buffer.start {
            unsafe explicit_bzero(start, parser.buffer.end - start)
        }
        // SAFETY: the queue holds tokens from its head up to its tail.
        var token = unsafe parser.tokens.head
        while let each = unsafe token, unsafe each != parser.tokens.tail {
            if unsafe each.pointee.type == YAML_SCALAR_TOKEN {
                unsafe explicit_bzero(each.pointee.data.scalar.value, each.pointee.data.scalar.length)
            }
            unsafe token = each + 1
        }
    }
}

extension YAMLEvents {
    private var described: Event {
        let line = unsafe event.start_mark.line + 1
        switch unsafe event.type {
        case YAML_STREAM_START_EVENT: return Event(kind: .streamStart, line: line)
        case YAML_STREAM_END_EVENT: return Event(kind: .streamEnd, line: line)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return Event(kind: .end, line: line)
        case YAML_ALIAS_EVENT: return Event(kind: .alias, line: line)
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            return unsafe Event(
                kind: .scalar, line: line, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE,
                hasAnchor: scalar.anchor != nil,
                hasForeignTag: scalar.tag != nil && !YAMLEvents.isText(scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe event.data.sequence_start
            return unsafe Event(
                kind: .sequenceStart, line: line, hasAnchor: start.anchor != nil, hasForeignTag: start.tag != nil)
        case YAML_MAPPING_START_EVENT:
            let start = unsafe event.data.mapping_start
            return unsafe Event(
                kind: .mappingStart, line: line, hasAnchor: start.anchor != nil, hasForeignTag: start.tag != nil)
        default: return Event(kind: .other, line: line)
        }
    }

    /// The tag of what is a text anyway.
    @unsafe private static func isText(_ tag: UnsafeMutablePointer<yaml_char_t>) -> Bool {
        // SAFETY: the library ends a tag with NUL.
        unsafe String(cString: tag) == "tag:yaml.org,2002:str"
    }

    /// The library's own words have nothing of the text in them.
    @unsafe private static func trouble(_ parser: yaml_parser_t) -> ForeignTrouble {
        if unsafe parser.error == YAML_MEMORY_ERROR { return ForeignTrouble("could not be read: there is no memory") }
        // SAFETY: the library's words are constants that end with NUL.
        let words = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "it is malformed"
        let hasPlace = unsafe parser.error != YAML_READER_ERROR
        return ForeignTrouble("is no YAML: \(words)", line: hasPlace ? unsafe parser.problem_mark.line + 1 : nil)
    }
}
