/// The parameters that a signature covers, encoded once and brought into order (RFC 5849 section 3.4.1.3.2).
///
/// All bytes lie in one zeroed buffer, since a form may hold a password.
struct NormalizedParameters: ~Copyable {
    /// Where one parameter's encoded name and value lie in `bytes`.
    private struct Entry {
        let name: Range<Int>
        let value: Range<Int>
    }

    private var bytes: ScratchBytes
    private var entries: [Entry] = []

    init() {
        bytes = ScratchBytes(capacity: 1024)
        entries.reserveCapacity(16)
    }

    mutating func add(_ parameters: [RequestParameter]) {
        for parameter in parameters {
            let start = bytes.count
            bytes.append(percentEncoding: parameter.name.span)
            let middle = bytes.count
            parameter.value.withSpan { bytes.append(percentEncoding: $0) }
            entries.append(Entry(name: start..<middle, value: middle..<bytes.count))
        }
    }

    /// Adds the parameters of a query as it stands in a URL.
    mutating func add(query: Span<UInt8>) {
        for field in FormEncoding.fields(of: query) {
            let start = bytes.count
            FormEncoding.decode(query, field.name) { bytes.append(percentEncoding: $0) }
            let middle = bytes.count
            if let value = field.value { FormEncoding.decode(query, value) { bytes.append(percentEncoding: $0) } }
            entries.append(Entry(name: start..<middle, value: middle..<bytes.count))
        }
    }

    /// An upper bound for what ``append(to:)`` adds.
    var encodedLength: Int { bytes.count * 3 + entries.count * 6 }

    /// Appends the parameters in order, percent-encoded as the base string wants them (section 3.4.1.1): a `%` of
    /// theirs becomes `%25`, `=` and `&` between them `%3D` and `%26`.
    func append(to baseString: inout ScratchBytes) {
        var isFirst = true
        for entry in sortedEntries() {
            if !isFirst { baseString.append("%26") }
            isFirst = false
            bytes.withSpan(entry.name) { baseString.append(percentEncoding: $0) }
            baseString.append("%3D")
            bytes.withSpan(entry.value) { baseString.append(percentEncoding: $0) }
        }
    }

    /// The string of section 3.4.1.3.2, encoded once: `a=b&c=`.
    func text() -> String {
        sortedEntries().map { entry in text(entry.name) + "=" + text(entry.value) }.joined(separator: "&")
    }

    private func text(_ range: Range<Int>) -> String {
        bytes.withSpan(range) { String(copying: $0) }
    }

    /// By encoded name, then by encoded value, both byte by byte.
    private func sortedEntries() -> [Entry] {
        entries.sorted { left, right in
            let order = bytes.compare(left.name, right.name)
            return order != 0 ? order < 0 : bytes.compare(left.value, right.value) < 0
        }
    }
}
