/// The `Link` field of an answer (RFC 8288): where the pages before and after it are.
struct PageLinks {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// A parameter of the address that has this relation; nil where there is none.
    ///
    /// Of the address nothing else is used: it may name any host.
    func parameter(_ name: String, ofRelation relation: String) -> String? {
        var rest = text[...]
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            let address = rest[rest.index(after: start)..<end]
            rest = rest[end...].dropFirst()
            // The parameters of this link end where the next one begins.
            let parameters = rest.prefix { $0 != "<" }
            if Self.relations(in: parameters).contains(relation) { return Self.value(of: name, in: address) }
        }
        return nil
    }

    /// The words of `rel="next"`, which is the first of that name.
    private static func relations(in parameters: Substring) -> [String] {
        for parameter in parameters.split(whereSeparator: { $0 == ";" || $0 == "," }) {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ $0 != " " }).lowercased() == "rel" else { continue }
            return parts[1].split { $0 == "\"" || $0 == " " }.map { $0.lowercased() }
        }
        return []
    }

    private static func value(of name: String, in address: Substring) -> String? {
        guard let query = address.split(separator: "?", maxSplits: 1).dropFirst().first else { return nil }
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == name { return String(parts[1].prefix { $0 != "#" }) }
        }
        return nil
    }
}
